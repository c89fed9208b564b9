#include "tools/map/open_work.hpp"

#include <algorithm>
#include <vector>

namespace tools::map {
namespace {

bool is_open_node(Draft& draft, NodeId id) {
    const Node* node = draft.fields(id);
    return node != nullptr && is_open(*node);
}

/// Open neighbours over any edge but those of history.
std::vector<NodeId> tied(Draft& draft, NodeId here) {
    std::vector<NodeId> out;
    for (const auto* edges : {&draft.out(here), &draft.in(here)})
        for (const Edge& edge : *edges) {
            if (edge.kind == EdgeKind::supersedes || edge.kind == EdgeKind::derived_from) continue;
            const NodeId there = edge.from == here ? edge.to : edge.from;
            if (is_open_node(draft, there)) out.push_back(there);
        }
    return out;
}

bool any_open_work(Draft& draft, NodeId goal, const std::vector<Edge>& edges) {
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
        const NodeId there = edge.from == goal ? edge.to : edge.from;
        const bool work = there.type == NodeType::task || there.type == NodeType::question ||
                          there.type == NodeType::goal || there.type == NodeType::risk;
        return work && is_open_node(draft, there);
    });
}

}  // namespace

bool reaches_goal(Draft& draft, NodeId from, std::set<NodeId>& island) {
    constexpr std::size_t far_enough = 500;
    std::set<NodeId> seen{from};
    std::vector<NodeId> level{from};
    while (!level.empty()) {
        if (seen.size() > far_enough) return true;
        draft.fetch(level);
        std::vector<NodeId> next;
        for (const NodeId here : level)
            for (const NodeId there : tied(draft, here)) {
                if (there.type == NodeType::goal) return true;
                if (seen.insert(there).second) next.push_back(there);
            }
        level = std::move(next);
    }
    island.insert(seen.begin(), seen.end());
    return false;
}

bool has_open_work(Draft& draft, NodeId goal) {
    return any_open_work(draft, goal, draft.some_edges(goal)) ||
           any_open_work(draft, goal, draft.out(goal)) ||
           any_open_work(draft, goal, draft.in(goal));
}

bool any_loose_work(Draft& draft) {
    std::set<NodeId> island;
    const auto loose = [&](NodeId id) {
        const bool work = id.type == NodeType::task || id.type == NodeType::question;
        return work && is_open_node(draft, id) && !reaches_goal(draft, id, island);
    };
    // What the update touched is at hand already.
    const std::vector<NodeId> touched = draft.touched();
    if (std::any_of(touched.begin(), touched.end(), loose)) return true;
    for (const NodeType type : {NodeType::task, NodeType::question}) {
        const auto& open = draft.open(type, First::newest);
        if (std::any_of(open.begin(), open.end(), loose)) return true;
    }
    return false;
}

bool holds_up(Draft& draft, NodeId id) {
    const auto& in = draft.in(id);
    const auto& out = draft.out(id);
    return std::any_of(in.begin(), in.end(),
                       [&](const Edge& edge) {
                           return edge.kind == EdgeKind::depends_on &&
                                  is_open_node(draft, edge.from);
                       }) ||
           std::any_of(out.begin(), out.end(), [&](const Edge& edge) {
               return edge.kind == EdgeKind::blocks && is_open_node(draft, edge.to);
           });
}

}  // namespace tools::map
