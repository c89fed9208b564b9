#include "tools/memory/findings.hpp"

#include "tools/amount.hpp"

#include <charconv>
#include <map>
#include <tuple>

namespace tools::memory {
namespace {

constexpr std::size_t fault_bytes = 2'400;
constexpr std::size_t ending_bytes = 95;  ///< of a fact's id and its end, ready to send
constexpr std::string_view facts_path = "/facts/";

/// `0..3,7` for ascending numbers.
std::string ranges(const std::vector<std::size_t>& numbers) {
    std::string out;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (!out.empty()) out += ',';
        out += std::to_string(numbers[i]);
        if (last > i) out += (last == i + 1 ? "," : "..") + std::to_string(numbers[last]);
        i = last + 1;
    }
    return out;
}

std::string path_of(const Finding& finding, const std::vector<std::size_t>& facts) {
    std::string out;
    if (!facts.empty()) out = std::string(facts_path) + ranges(facts);
    if (!finding.field.empty()) out += "/" + finding.field;
    return out;
}

}  // namespace

Finding finding_of(const store::Problem& problem) {
    Finding out{{}, "", problem.reason, problem.message, "", problem.send, {}};
    std::string_view path = problem.path;
    if (path.starts_with(facts_path)) {
        const std::string_view rest = path.substr(facts_path.size());
        std::size_t number = 0;
        const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (fault == std::errc{}) {
            out.fact = number;
            path = rest.substr(static_cast<std::size_t>(end - rest.data()));
        }
    }
    if (path.starts_with('/')) path.remove_prefix(1);
    out.field = path;
    return out;
}

Told grouped(const std::vector<Finding>& findings, std::size_t most_bytes) {
    using Same = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    std::map<Same, std::size_t> places;
    std::vector<std::vector<std::size_t>> facts;
    std::vector<const Finding*> firsts;
    for (const Finding& one : findings) {
        const auto [place, fresh] = places.emplace(
            Same{one.field, one.kind, one.message, one.stored, one.send}, firsts.size());
        if (fresh) {
            firsts.push_back(&one);
            facts.emplace_back();
        }
        if (one.fact) facts[place->second].push_back(*one.fact);
    }
    Told out;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
        const std::size_t count = std::max<std::size_t>(facts[i].size(), 1);
        Grouped one{path_of(*firsts[i], facts[i]), count, *firsts[i]};
        bytes += one.path.size() + one.finding.message.size() + one.finding.send.size() + 20 +
                 ending_bytes * one.finding.ends.size();
        if (bytes > most_bytes && i > 0)
            out.left_out += count;
        else
            out.groups.push_back(std::move(one));
    }
    return out;
}

void refuse(const std::vector<Finding>& faults) {
    const Told told = grouped(faults, fault_bytes);
    std::vector<store::Problem> problems;
    for (const Grouped& group : told.groups) {
        std::string message = group.finding.message;
        if (group.count > 1) message += " (" + std::to_string(group.count) + " facts)";
        problems.push_back({group.path, group.finding.kind, message, group.finding.send, {}});
    }
    if (told.left_out > 0)
        problems.push_back(
            {"",
             "more_faults",
             amount(told.left_out, "more fault is", "more faults are") + " not shown",
             "",
             {}});
    throw store::Error(store::Code::invalid,
                       "the episode was not stored: mend every line and send it again",
                       std::move(problems));
}

}  // namespace tools::memory
