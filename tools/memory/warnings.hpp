#pragma once

#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tools::memory {

/// Other names of a thing, for a statement may use any of them.
using AliasesOf = std::function<std::vector<std::string>(const std::string& name)>;

/// What is weak about the words of facts (LM2); never a reason to refuse them.
/// Patterns are only asked for a predicate that says something.
std::vector<Finding> weak_words(const std::vector<Fact>& facts, EpisodeKind kind,
                                const AliasesOf& aliases_of);

/// True when an object is a date, a number or an amount rather than a thing.
bool is_value(const std::string& name);

}  // namespace tools::memory
