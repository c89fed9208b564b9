#pragma once

#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tools::memory {

/// True for a name that other facts use: what a predicate such as `token` leads to is
/// then a thing and no credential. Empty: every name is one.
using IsLinked = std::function<bool(const std::string& name)>;

/// True where a predicate such as `root_password` or `has_api_key` leads to one word that
/// looks like the credential itself, not to what is said of it: `expired`, `OAuth2`.
bool is_credential(const Fact& fact);

/// Where an episode holds one, by path and rule; the text itself is never told.
std::vector<Finding> secrets_in(const Episode& episode, const std::vector<Fact>& facts,
                                const IsLinked& is_linked = {});

}  // namespace tools::memory
