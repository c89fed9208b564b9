#pragma once

#include "tools/map/nearby.hpp"
#include "tools/map/seeds.hpp"

#include <vector>

namespace tools::map {

/// The nodes that matter for what the seeds stand for, the most important first:
/// the roots and the active nodes on their blocks, depends_on and next paths, then
/// what lies nearest to all seeds. Closed and isolated nodes come only where they
/// are named or strongly matched. At most `most` roots and path nodes.
std::vector<Reason> rank_nodes(Nearby& nearby, const Seeds& seeds, std::size_t most);

}  // namespace tools::map
