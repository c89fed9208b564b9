#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tools::graph {

/// A way between two nodes, named by their places in a list.
struct Arc {
    std::size_t from = 0, to = 0;
    double share = 0;  ///< of the strength at `from` that arrives, 0..1
};

/// How relevance spreads from nodes to their neighbours.
struct Spread {
    int rounds = 4;      ///< how many arcs away it is felt
    double joint = .35;  ///< how much further arrivals add to the best one, 0..1
    double least = .02;  ///< weaker nodes pass nothing on
};

/// The strength of each node, 0..1: its own together with what arrives from its
/// neighbours, as chances that add up but never pass 1.
std::vector<double> spread(std::span<const double> own, std::span<const Arc> arcs,
                           const Spread& how = {});

}  // namespace tools::graph
