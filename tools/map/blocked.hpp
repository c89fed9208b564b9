#pragma once

#include "tools/map/model.hpp"

#include <vector>

namespace tools::map {

inline constexpr std::size_t most_blockers = 20;

/// What holds a node up, worked out on reading and never stored (CM4): nodes with
/// a stated `active` that block it, and what it depends on and is unfinished. At
/// most `most_blockers`, in order; empty for a closed node.
std::vector<NodeId> blockers(const Reader& reader, const Entry& entry);

}  // namespace tools::map
