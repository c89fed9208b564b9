#pragma once

#include "tests/support/caller.hpp"
#include "tools/strict_json.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace tests {

/// A fact whose statement is its three parts in a row.
inline tools::Json fact(const std::string& subject, const std::string& predicate,
                        const std::string& object) {
    return {{"subject_name", subject},
            {"predicate", predicate},
            {"object_name", object},
            {"statement", subject + " " + predicate + " " + object + "."}};
}

/// The same with the time from which it is true.
inline tools::Json since(const std::string& time, tools::Json fact) {
    fact["valid_at_iso"] = time;
    return fact;
}

/// The same with the time at which it ended.
inline tools::Json until(const std::string& time, tools::Json fact) {
    fact["invalid_at_iso"] = time;
    return fact;
}

/// The same in other words.
inline tools::Json worded(tools::Json fact, const std::string& statement) {
    fact["statement"] = statement;
    return fact;
}

/// An episode to send.
inline tools::Json episode(const std::vector<tools::Json>& facts,
                           const std::string& name = "Harbor systems") {
    return {{"episode_name", name},
            {"source_description", "harbor.md, lines 1 to 9"},
            {"facts", facts}};
}

/// How many hits of a search for a word hold it; what stands beside them may come along.
inline std::size_t hits(Caller& caller, const std::string& word) {
    const tools::Json found = caller.fields("search_longterm_memory", {{"query", word}})["hits"];
    return static_cast<std::size_t>(std::count_if(
        found.begin(), found.end(),
        [&](const tools::Json& hit) { return hit.dump().find(word) != std::string::npos; }));
}

}  // namespace tests
