#pragma once

#include "tools/projection/model.hpp"

#include <optional>

namespace tools::projection {

/// Applies a selection to what is known of its corpus (P14..P18). Refuses what would
/// bring back an older state: a lower revision, other content at an equal one, a branch
/// that a tombstone keeps out. The same selection again changes nothing.
State apply(const std::optional<State>& known, Selection selection);

}  // namespace tools::projection
