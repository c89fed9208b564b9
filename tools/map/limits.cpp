#include "tools/map/limits.hpp"

#include "tools/nearest.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <tuple>

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

/// On a dependency path of open nodes, which is to be kept.
bool on_path(Draft& draft, NodeId id) {
    for (const auto* edges : {&draft.out(id), &draft.in(id)})
        for (const Edge& edge : *edges) {
            if (edge.kind != EdgeKind::depends_on && edge.kind != EdgeKind::blocks) continue;
            const Node* other = draft.node(edge.from == id ? edge.to : edge.from);
            if (other != nullptr && is_open(*other)) return true;
        }
    return false;
}

bool counts(const Limit& limit, const Node& node) {
    return limit.type == NodeType::question ? is_open(node) : is_active(node);
}

/// The nodes that matter least: off every path first, then the longest unchanged.
std::vector<NodeId> stale_nodes(Draft& draft, const Head& head, const Limit& limit,
                                std::size_t most) {
    struct Candidate {
        bool path;
        std::uint64_t changed;
        NodeId id;
    };

    std::vector<Candidate> candidates;
    for (const NodeId id : draft.open(limit.type)) {
        const Node* node = draft.node(id);
        if (node == nullptr || !counts(limit, *node)) continue;
        const std::uint64_t changed = node->changed == 0 ? head.revision : node->changed;
        candidates.push_back({on_path(draft, id), changed, id});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.path, a.changed, a.id) < std::tuple(b.path, b.changed, b.id);
    });
    std::vector<NodeId> out;
    for (const Candidate& candidate : candidates)
        if (out.size() < most) out.push_back(candidate.id);
    return out;
}

/// Merges a node into its nearest open neighbour in words.
std::optional<Change> merge_related(Draft& draft, NodeId old) {
    constexpr std::size_t looked_at = 4;
    const std::string text = draft.node(old)->words.text;
    for (const NodeId near : draft.base().similar(text, looked_at)) {
        const Node* node = near != old && near.type == old.type ? draft.node(near) : nullptr;
        if (node == nullptr || !is_open(*node) || !alike(text, node->words.text)) continue;
        Change merge;
        merge.op = tools::word(Op::merge);
        merge.ids = to_strings(std::array{old});
        merge.into = to_string(near);
        return merge;
    }
    return std::nullopt;
}

/// Merge related, set aside what is stale, summarise it into one context.
std::vector<Change> ways_out(Draft& draft, const Limit& limit, const std::vector<NodeId>& stale) {
    std::vector<Change> out;
    if (stale.empty()) return out;
    if (auto merge = merge_related(draft, stale.front())) out.push_back(std::move(*merge));
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
