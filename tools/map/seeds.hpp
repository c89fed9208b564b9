#pragma once

#include "tools/map/focus.hpp"
#include "tools/map/nearby.hpp"

#include <map>
#include <optional>
#include <vector>

namespace tools::map {

/// Where a focus starts from.
struct Seed {
    double strength = 0;  ///< 0..1
    Why why = Why::matched;
};

struct Seeds {
    std::map<NodeId, Seed> nodes;
    /// What must be there: named nodes, and the goals that the request touches.
    std::vector<NodeId> roots;
    /// The active goal changed last: stands in where no other goal is near.
    std::optional<NodeId> newest_goal;
};

/// Finds the seeds of a request; the nodes are read into `nearby`.
Seeds find_seeds(Nearby& nearby, const FocusRequest& request);

}  // namespace tools::map
