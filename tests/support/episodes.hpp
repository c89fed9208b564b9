#pragma once

#include "tools/strict_json.hpp"

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

/// An episode to send.
inline tools::Json episode(const std::vector<tools::Json>& facts,
                           const std::string& name = "Harbor systems") {
    return {{"episode_name", name},
            {"source_description", "harbor.md, lines 1 to 9"},
            {"facts", facts}};
}

}  // namespace tests
