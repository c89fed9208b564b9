#pragma once

#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// The name of the rule by which a text holds a credential, if one does (LM16). The
/// rules know keys by how they begin and by their length; none guesses.
std::optional<std::string> secret_in(std::string_view text);

/// Where an episode holds one, by path and rule; the text itself is never told.
std::vector<Finding> secrets_in(const Episode& episode, const std::vector<Fact>& facts);

}  // namespace tools::memory
