#include "tools/counter.hpp"

#include "store/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/rank_files.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/counter/merge.hpp"
#include "tools/counter/ranks.hpp"
#include "tools/counter/split.hpp"

#include <chrono>
#include <random>
#include <sys/stat.h>
#include <thread>

using namespace tools::counter;
using Texts = std::vector<std::string>;

namespace {

Texts pieces(const std::string& text, Pattern pattern) {
    Texts out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = piece_end(text, at, pattern);
        REQUIRE(end > at);
        out.push_back(text.substr(at, end - at));
        at = end;
    }
    return out;
}

/// The rule word for word: join the pair of lowest rank, the leftmost of equals.
std::size_t merged_plainly(const std::string& piece, const Ranks& ranks) {
    if (ranks.find(piece) != no_rank) return 1;
    Texts parts;
    for (const char c : piece)
        parts.emplace_back(1, c);
    for (;;) {
        Rank lowest = no_rank;
        std::size_t at = 0;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i)
            if (const Rank rank = ranks.find(parts[i] + parts[i + 1]); rank < lowest) {
                lowest = rank;
                at = i;
            }
        if (lowest == no_rank) return parts.size();
        parts[at] += parts[at + 1];
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
}

std::string repeated(const std::string& unit, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
        out += unit;
    return out;
}

/// Why a rank file is refused, in one line.
template <class Work>
std::string refusal_of(Work work) {
    try {
        work();
    } catch (const store::Error& error) {
        return error.problems.at(0).path + " " + error.problems.at(0).reason + " " +
               error.problems.at(0).message;
    }
    return "taken";
}

struct Cut {
    std::string text;
    Texts o200k, cl100k;
};

}  // namespace

TEST_CASE("texts are cut where the patterns of both vocabularies cut them") {
    const auto c = GENERATE(
        Cut{"don't DON'T", {"don't", " DON'T"}, {"don", "'t", " DON", "'T"}},
        Cut{"camelCase HTTPServer", {"camel", "Case", " HTTPServer"}, {"camelCase", " HTTPServer"}},
        Cut{"a  b\n\n  c ",
            {"a", " ", " b", "\n\n", " ", " c", " "},
            {"a", " ", " b", "\n\n", " ", " c", " "}},
        Cut{"x\n  ", {"x", "\n", "  "}, {"x", "\n  "}},
        Cut{"x \r\n y", {"x", " \r\n", " y"}, {"x", " \r\n", " y"}},
        Cut{"12345 a/b//\nc",
            {"123", "45", " a", "/b", "//\n", "c"},
            {"123", "45", " a", "/b", "//\n", "c"}},
        Cut{"end./\n", {"end", "./\n"}, {"end", "./\n"}},
        Cut{"end.\n/x", {"end", ".\n/", "x"}, {"end", ".\n", "/x"}},
        Cut{"\tif (x) {", {"\tif", " (", "x", ")", " {"}, {"\tif", " (", "x", ")", " {"}},
        Cut{"cafe\u0301s", {"cafe\u0301s"}, {"cafe", "\u0301s"}},
        Cut{"\u4F60\u597DA", {"\u4F60\u597D", "A"}, {"\u4F60\u597DA"}},
        Cut{"\u00BD\u2167\u0663x", {"\u00BD\u2167\u0663", "x"}, {"\u00BD\u2167\u0663", "x"}},
        Cut{"<|endoftext|>", {"<|", "endoftext", "|>"}, {"<|", "endoftext", "|>"}},
        Cut{"a\xFF\xFE"
            "b\xC3",
            {"a", "\xFF\xFE", "b", "\xC3"},
            {"a", "\xFF\xFE", "b", "\xC3"}});
    CAPTURE(c.text);
    CHECK(pieces(c.text, Pattern::o200k) == c.o200k);
    CHECK(pieces(c.text, Pattern::cl100k) == c.cl100k);
}

TEST_CASE("any bytes are cut into pieces that are all of them") {
    std::mt19937 random(5);
    for (int round = 0; round < 500; ++round) {
        std::string text;
        for (std::size_t n = random() % 60; n > 0; --n)
            text += static_cast<char>(random() % 3 == 0 ? random() % 256 : 32 + random() % 90);
        for (const Pattern pattern : {Pattern::o200k, Pattern::cl100k}) {
            std::string all;
            for (const std::string& piece : pieces(text, pattern))
                all += piece;
            REQUIRE(all == text);
        }
    }
}

TEST_CASE("pieces of any length are merged as the rule says") {
    std::mt19937 random(9);
    for (int round = 0; round < 30; ++round) {
        const unsigned letters = 1U + static_cast<unsigned>(round) % 3;
        Texts more;
        for (int n = 0; n < 60; ++n) {  // also tokens that no merge leads to
            std::string token;
            for (std::size_t k = 2 + random() % 6; k > 0; --k)
                token += static_cast<char>('a' + random() % 3);
            more.push_back(token);
        }
        const Ranks ranks(tests::rank_file(tests::vocabulary(more)));
        for (const std::size_t size : {1U, 2U, 3U, 17U, 255U, 256U, 257U, 400U, 900U}) {
            std::string piece;
            while (piece.size() < size)
                piece += static_cast<char>('a' + random() % letters);
            CAPTURE(piece, more);
            REQUIRE(merged_size(piece, ranks) == merged_plainly(piece, ranks));
        }
    }
}

TEST_CASE("a megabyte without a gap is counted at once") {
    const Ranks ranks(tests::rank_file(tests::vocabulary({"aa", "aaaa", "ab", "abab", "  "})));
    const std::size_t half = std::size_t{1} << 19U;
    const auto start = std::chrono::steady_clock::now();
    CHECK(merged_size(repeated("aa", half), ranks) == half / 2);
    CHECK(merged_size(repeated("ab", half), ranks) == half / 2);
    CHECK(merged_size(repeated("  ", half), ranks) == half);
    CHECK(merged_size(repeated("xy", half), ranks) == 2 * half);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));  // quadratic: hours
}

TEST_CASE("a damaged rank file is refused with its first bad line") {
    const std::string good = tests::rank_file(tests::vocabulary({"ab"}));
    const auto refused = [](const std::string& file) {
        return refusal_of([&] { Ranks ranks(file); });
    };
    CHECK(refused(good) == "taken");
    CHECK(refused(good + "YWJj 257").find("line 258") != std::string::npos);
    CHECK(refused(good + "YWJj 258\n").find("line 258") != std::string::npos);
    CHECK(refused(good + "YWJj\n").find("line 258") != std::string::npos);
    CHECK(refused(good + "YW-j 257\n").find("line 258") != std::string::npos);
    CHECK(refused(good + " 257\n").find("line 258") != std::string::npos);
    CHECK(refused(good + "YWJj  257\n").find("line 258") != std::string::npos);
    CHECK(refused(good + "YWI= 257\n").find("no line before") != std::string::npos);
    CHECK(refused("\n" + good).find("line 1:") != std::string::npos);
}

TEST_CASE("a rank file is known by what it holds") {
    const tests::TempDir dir;
    const auto counter_of = [&](const std::string& name, const std::string& text) {
        return refusal_of([&] {
            const tools::Counter counter(tests::write_file(dir.path() / name, text));
            counter.load();
            REQUIRE(std::string(counter.name()) == "cl100k");
        });
    };
    const std::string good = tests::encoding_file(tests::cl100k_size, {"ab"});
    CHECK(counter_of("any.name", good) == "taken");
    const Texts bad{"",
                    "\n",
                    good.substr(0, good.size() - 1),
                    good.substr(0, good.size() / 2),
                    tests::rank_file(tests::vocabulary({})),
                    good + "YWJj 100256\n",
                    std::string(1000, 'x')};
    for (const std::string& text : bad) {
        const std::string refused = counter_of("bad", text);
        CAPTURE(text.size());
        CHECK(refused.starts_with("--token-ranks bad_setting "));
        CHECK(refused.find("npm package gpt-tokenizer") != std::string::npos);
    }
    std::string damaged = good;
    damaged[damaged.size() / 2] = '*';
    CHECK(counter_of("damaged", damaged).starts_with("--token-ranks bad_ranks line "));
}

TEST_CASE("what is no readable file of bounded size is refused at once") {
    const tests::TempDir dir;
    const auto refused = [&](const std::filesystem::path& path) {
        return refusal_of([&] { const tools::Counter counter(path.string()); });
    };
    CHECK(refused(dir.path() / "none").find("No such file") != std::string::npos);
    CHECK(refused(dir.path()).find("no regular file") != std::string::npos);
    REQUIRE(::mkfifo((dir.path() / "fifo").c_str(), 0600) == 0);
    CHECK(refused(dir.path() / "fifo").find("no regular file") != std::string::npos);
    CHECK(refused("/dev/zero").find("no regular file") != std::string::npos);
    tests::write_file(dir.path() / "huge", "x");
    std::filesystem::resize_file(dir.path() / "huge", (std::uintmax_t{64} << 20U) + 1);
    CHECK(refused(dir.path() / "huge").find("more than 64 MiB") != std::string::npos);
}

TEST_CASE("many threads count at once, the first one loads") {
    const tests::TempDir dir;
    const std::string file =
        tests::write_file(dir.path() / "ranks",
                          tests::encoding_file(tests::o200k_size, {"he", "ll", "hell", "hello"}));
    const tools::Counter counter(file);
    CHECK(std::string(counter.name()) == "o200k");
    std::vector<std::int64_t> counts(4);
    std::vector<std::thread> threads;
    for (std::int64_t& count : counts)
        threads.emplace_back([&] { count = counter.count("hello hello<|endoftext|>").value; });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(counts == std::vector<std::int64_t>(4, 1 + 2 + 2 + 9 + 2));
    CHECK(counter.count("").value == 0);
}

TEST_CASE("a file that went away after the start fails the count, not the process") {
    const tests::TempDir dir;
    const auto path = dir.path() / "ranks";
    const std::string text = tests::encoding_file(tests::o200k_size, {});
    const tools::Counter counter(tests::write_file(path, text));
    std::filesystem::remove(path);
    CHECK_THROWS_AS(counter.count("ab"), store::Error);
    tests::write_file(path, text);
    CHECK(counter.count("ab").value == 2);
}
