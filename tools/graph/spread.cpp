#include "tools/graph/spread.hpp"

#include <algorithm>

namespace tools::graph {
namespace {

/// What arrived at one node in one round.
struct Arrivals {
    double best = 0;
    double none = 1;  ///< the chance that nothing arrived

    void add(double strength) {
        best = std::max(best, strength);
        none *= 1 - strength;
    }

    [[nodiscard]] double together(double joint) const { return best + joint * ((1 - none) - best); }
};

}  // namespace

std::vector<double> spread(std::span<const double> own, std::span<const Arc> arcs,
                           const Spread& how) {
    std::vector<double> strength(own.begin(), own.end());
    for (int round = 0; round < how.rounds; ++round) {
        std::vector<Arrivals> arrivals(own.size());
        for (const Arc& arc : arcs)
            if (strength[arc.from] > how.least)
                arrivals[arc.to].add(strength[arc.from] * arc.share);
        for (std::size_t i = 0; i < own.size(); ++i)
            strength[i] = 1 - (1 - own[i]) * (1 - arrivals[i].together(how.joint));
    }
    return strength;
}

}  // namespace tools::graph
