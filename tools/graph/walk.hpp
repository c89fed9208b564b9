#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <vector>

namespace tools::graph {

/// The neighbours of a level of nodes, all at once: one round trip a level.
template <class Node>
using Neighbours = std::function<std::vector<Node>(std::span<const Node> level)>;

/// Start nodes and what is reached from them, nearest first, each once and at
/// most so many.
template <class Node>
std::vector<Node> reach(std::span<const Node> start, const Neighbours<Node>& neighbours,
                        std::size_t most) {
    std::vector<Node> out;
    std::set<Node> seen;
    const auto add = [&](const Node& node) {
        if (out.size() < most && seen.insert(node).second) out.push_back(node);
    };
    for (const Node& node : start)
        add(node);
    for (std::size_t from = 0; from < out.size() && out.size() < most;) {
        const std::vector<Node> level(out.begin() + static_cast<std::ptrdiff_t>(from), out.end());
        from = out.size();
        for (const Node& node : neighbours(level))
            add(node);
    }
    return out;
}

}  // namespace tools::graph
