#pragma once

#include "tools/map/nearby.hpp"
#include "tools/map/seeds.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tools::map {

/// An edge as one of its ends sees it.
struct Tie {
    std::size_t other = 0;  ///< place of the other end
    EdgeKind kind = EdgeKind::supports;
    double share = 0;  ///< of this end's relevance that goes over it
};

/// A node that was read, and how relevant it is.
struct Spot {
    const Entry* entry = nullptr;
    std::span<const Tie> ties;  ///< to other nodes that were read
    Seed seed;                  ///< strength 0 where it is none
    double strength = 0;        ///< 0..1, the seeds' relevance spread over the edges
};

/// The nodes read and the ties that their spots refer to.
struct Around {
    std::vector<Spot> spots;
    std::vector<Tie> ties;
};

/// Reads what lies around the seeds, the most promising nodes first and some 100 in
/// all, and spreads relevance over it.
Around look_around(Nearby& nearby, const Seeds& seeds);

}  // namespace tools::map
