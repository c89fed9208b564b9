#include "tests/support/catch.hpp"
#include "tools/map/text.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace tools::map;

namespace {

/// A delta with one malformed line, and what it is answered with: the number of
/// that line, the reason and the lines to send. In the file a delta stands
/// first, then `:: 1 reason`, then the lines to send, then a blank line; <CR>,
/// <LS> and the like stand for the characters themselves.
struct Refused {
    std::string delta;
    std::size_t line = 0;
    std::string reason, send;
};

std::vector<Refused> read_cases() {
    std::ifstream in(REFUSED_DELTAS);
    std::vector<Refused> out;
    bool fresh = true;
    bool answered = false;
    for (std::string text; std::getline(in, text);) {
        if (text.empty()) {
            fresh = true;
            continue;
        }
        if (fresh) out.emplace_back();
        answered = answered && !fresh;
        fresh = false;
        Refused& one = out.back();
        if (text.starts_with(":: ")) {
            std::istringstream(text.substr(3)) >> one.line >> one.reason;
            answered = true;
            continue;
        }
        std::string& to = answered ? one.send : one.delta;
        (to += to.empty() ? "" : "\n") += text;
    }
    return out;
}

std::string characters(std::string text) {
    const std::pair<std::string_view, std::string_view> names[] = {{"<CR>", "\r"},
                                                                   {"<LS>", "\xE2\x80\xA8"},
                                                                   {"<NEL>", "\xC2\x85"},
                                                                   {"<BEL>", "\a"},
                                                                   {"<VT>", "\v"}};
    for (const auto& [name, character] : names)
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
            text.replace(at, name.size(), character);
    return text;
}

void write_cases(const std::vector<Refused>& cases) {
    std::ofstream out(REFUSED_DELTAS);
    for (const Refused& one : cases) {
        CAPTURE(one.delta);
        const Parsed parsed = parse_delta(characters(one.delta));
        REQUIRE(!parsed.problems.empty());
        const store::Problem& problem = parsed.problems.front();
        out << one.delta << "\n:: " << problem.index.value_or(0) << ' ' << problem.reason << '\n'
            << problem.send << "\n\n";
    }
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        out.push_back(line);
    return out;
}

/// Lines that the caller has to fill in, or that belong elsewhere, are no deltas.
bool is_sent_as_it_is(const std::string& line) {
    return line != "or" && line.find('<') == std::string::npos && !line.starts_with("changes: ");
}

}  // namespace

TEST_CASE("CM12 a malformed delta is refused with its line and the line to send") {
    if (std::getenv("UPDATE_GOLDEN") != nullptr)  // NOLINT(concurrency-mt-unsafe)
        write_cases(read_cases());
    const std::vector<Refused> cases = read_cases();
    REQUIRE(cases.size() >= 150);
    for (const Refused& one : cases) {
        CAPTURE(one.delta);
        const Parsed parsed = parse_delta(characters(one.delta));
        REQUIRE(parsed.problems.size() == 1);
        const store::Problem& problem = parsed.problems.front();
        CHECK(problem.index == one.line);
        CHECK(problem.reason == one.reason);
        CHECK(problem.send == one.send);
        CHECK(!problem.send.empty());
        CHECK(problem.message.size() > 20);
        for (const Change& change : parsed.changes)
            CHECK(change.index != one.line);
    }
}

TEST_CASE("each line to send is taken, and the word between two of them is not") {
    for (const Refused& one : read_cases()) {
        CAPTURE(one.delta);
        for (const std::string& line : lines(one.send)) {
            CAPTURE(line);
            if (is_sent_as_it_is(line)) CHECK(parse_delta(line).problems.empty());
        }
        if (one.send.find("\nor\n") != std::string::npos)
            CHECK(!parse_delta(one.send).problems.empty());
    }
}
