#pragma once

#include "mcp/methods.hpp"

#include <optional>

namespace mcp {

/// What to do about a call that its tool refused, with the person's help: ask which way to
/// go, or call again with the arguments of the way that was chosen. Nothing: the refusal
/// stands, since the client asks nobody, or the person leaves things as they are.
using Way = std::variant<Result, Fault, Json>;
std::optional<Way> way_on(const Exchange& exchange, const tools::Question& question);

}  // namespace mcp
