#include "tools/map/limits.hpp"

#include "tools/map/signals.hpp"
#include "tools/nearest.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace tools::map {
namespace {

/// A limit and what counts against it.
struct Limit {
    const char* name;
    NodeType type;
    std::uint64_t Head::*count;
    std::int64_t MapLimits::*most;
};

constexpr std::array all_limits{
    Limit{"active goals", NodeType::goal, &Head::goals, &MapLimits::goals},
    Limit{"active tasks", NodeType::task, &Head::tasks, &MapLimits::tasks},
    Limit{"open questions", NodeType::question, &Head::questions, &MapLimits::questions},
    Limit{"active risks", NodeType::risk, &Head::risks, &MapLimits::risks}};

/// On a dependency path, which is to be kept: tied to open work of its own sort. A
/// task that only a goal depends on may wait, and a goal may with its tasks.
bool on_path(Draft& draft, NodeId id) {
    const auto is_goal = [](NodeId node) { return node.type == NodeType::goal; };
    for (const auto* edges : {&draft.out(id), &draft.in(id)})
        for (const Edge& edge : *edges) {
            if (edge.kind != EdgeKind::depends_on && edge.kind != EdgeKind::blocks) continue;
            const NodeId there = edge.from == id ? edge.to : edge.from;
            if (is_goal(id) != is_goal(there)) continue;
            const Node* other = draft.fields(there);
            if (other != nullptr && is_open(*other)) return true;
        }
    return false;
}

bool counts(const Limit& limit, const Node& node) {
    return limit.type == NodeType::question ? is_open(node) : is_active(node);
}

/// The nodes that matter least: off every path, the longest unchanged first.
std::vector<NodeId> stale_nodes(Draft& draft, const Head& head, const Limit& limit,
                                std::size_t most) {
    std::vector<std::pair<std::uint64_t, NodeId>> candidates;
    for (const NodeId id : draft.open(limit.type, First::oldest)) {
        const Node* node = draft.fields(id);
        if (node == nullptr || !counts(limit, *node)) continue;
        candidates.emplace_back(node->changed == 0 ? head.revision : node->changed, id);
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<NodeId> out;
    for (const auto& [changed, id] : candidates) {
        if (out.size() == most) break;
        if (!on_path(draft, id)) out.push_back(id);
    }
    return out;
}

/// The node that this update brought among those that count, the last one; none
/// when the map is only looked at.
std::optional<NodeId> newcomer(Draft& draft, NodeType type) {
    std::optional<NodeId> out;
    for (const NodeId id : draft.touched())
        if (id.type == type && is_open(*draft.fields(id))) out = id;
    return out;
}

/// Merges a node into its nearest open neighbour in words.
std::optional<Change> merge_related(Draft& draft, NodeId one) {
    constexpr std::size_t looked_at = 4;
    const text::Analyzer analyzer;
    const std::string text = draft.node(one)->words.text;
    const Signals mine = signals(analyzer, text);
    const auto& nearest = draft.similar(text);
    for (const NodeId near : std::span(nearest).first(std::min(nearest.size(), looked_at))) {
        const Node* node = near != one && near.type == one.type ? draft.node(near) : nullptr;
        if (node == nullptr || !is_open(*node)) continue;
        if (!alike(mine, signals(analyzer, node->words.text))) continue;
        Change merge;
        merge.op = tools::word(Op::merge);
        merge.ids = to_strings(std::array{one});
        merge.into = to_string(near);
        return merge;
    }
    return std::nullopt;
}

/// Merge what is related to the newcomer, whose neighbours are known, or else to the
/// stalest; set aside what is stale; summarise it into one context.
std::vector<Change> ways_out(Draft& draft, const Limit& limit, const std::vector<NodeId>& stale) {
    std::vector<Change> out;
    if (stale.empty()) return out;
    const NodeId one = newcomer(draft, limit.type).value_or(stale.front());
    if (auto merge = merge_related(draft, one)) out.push_back(std::move(*merge));
    Change aside;
    aside.ids = to_strings(stale);
    if (limit.type == NodeType::goal || limit.type == NodeType::task)
        aside.status = tools::word(Status::pending);
    else
        aside.op = tools::word(Op::archive);
    out.push_back(aside);
    Change summary;
    summary.op = tools::word(Op::summarize);
    summary.ids = to_strings(stale);
    summary.text = "Set aside: " + tools::join(*summary.ids);
    out.push_back(summary);
    return out;
}

}  // namespace

std::vector<Attention> limits_passed(Draft& draft, const Head& head, const MapLimits& limits,
                                     const Head* before) {
    constexpr std::uint64_t most_named = 3;
    std::vector<Attention> out;
    for (const Limit& limit : all_limits) {
        const std::uint64_t count = head.*limit.count;
        const auto most = static_cast<std::uint64_t>(limits.*limit.most);
        if (count <= most || (before != nullptr && count <= before->*limit.count)) continue;
        const auto stale = stale_nodes(draft, head, limit, std::min(count - most, most_named));
        out.push_back({Concern::limit, stale,
                       std::string("limit passed: ") + limit.name + " " + std::to_string(count) +
                           " of at most " + std::to_string(most),
                       ways_out(draft, limit, stale)});
    }
    return out;
}

}  // namespace tools::map
