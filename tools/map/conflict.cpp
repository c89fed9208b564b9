#include "tools/map/attention.hpp"
#include "tools/map/signals.hpp"
#include "tools/map/update.hpp"

#include <algorithm>
#include <set>

namespace tools::map {
namespace {

/// `heads`: how many words of the subject stand in both.
bool near_equal(const Signals& a, const Signals& b, std::size_t heads) {
    const std::size_t common = heads + shared(a.values, b.values);
    const std::size_t all =
        a.heads.size() + a.values.size() + b.heads.size() + b.values.size() - common;
    return common > 0 && a.negated == b.negated && common * 5 >= all * 4;
}

/// The same subject, of which `common` words stand in both, with another number, date,
/// unit or negation.
bool other_value(NodeType type, const Signals& a, const Signals& b, std::size_t common) {
    const std::size_t fewer = std::min(a.heads.size(), b.heads.size());
    if (fewer == 0 || common * 2 < fewer || (fewer > 1 && common < 2)) return false;
    const bool counted = type == NodeType::task || type == NodeType::question ||
                         type == NodeType::artifact;  // step 1, step 2
    const bool values = !a.values.empty() && !b.values.empty() && a.values != b.values &&
                        (!counted || (a.measured && b.measured));
    const bool negation = a.negated != b.negated && a.later == b.later && common * 4 >= fewer * 3;
    return values || negation;
}

/// An edge already says how the one goes with the other.
bool settled(Draft& draft, NodeId a, NodeId b) {
    const auto& edges = draft.out(a);
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
        return edge.to == b &&
               (edge.kind == EdgeKind::supersedes || edge.kind == EdgeKind::resolves ||
                edge.kind == EdgeKind::derived_from || edge.kind == EdgeKind::updates);
    });
}

/// Nodes whose words are new or open again.
std::vector<NodeId> spoken(const Applied& applied) {
    std::vector<NodeId> out;
    for (const NodeChange& change : applied.delta.nodes) {
        if (!change.after || !is_open(*change.after)) continue;
        const auto& before = change.before;
        if (!before || !is_open(*before) || before->words.text != change.after->words.text)
            out.push_back(change.after->id);
    }
    return out;
}

class Finder {
public:
    Finder(Draft& draft, const Applied& applied) : draft_(draft), applied_(applied) {}

    std::vector<Conflict> all() {
        for (const auto& [node, other] : applied_.declared_conflicts)
            declared(node, other);
        const std::vector<NodeId> nodes = spoken(applied_);
        if (nodes.size() <= most_compared)
            for (const NodeId node : nodes)
                against(node, nodes);
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Conflict& a, const Conflict& b) { return a.repeat < b.repeat; });
        return std::move(found_);
    }

private:
    static constexpr std::size_t most_compared = 200;  ///< a whole map coming in is no claim

    void keep(NodeId node, NodeId other, bool repeat) {
        const auto pair = std::minmax(node, other);
        if (seen_.insert(pair).second) found_.push_back({node, other, repeat});
    }

    void declared(NodeId node, NodeId other) {
        const Node* a = draft_.node(node);
        const Node* b = draft_.node(other);
        if (a == nullptr || b == nullptr || !is_open(*a) || !is_open(*b)) return;
        if (!settled(draft_, node, other) && !settled(draft_, other, node))
            keep(node, other, false);
    }

    void against(NodeId node, const std::vector<NodeId>& nodes) {
        const std::string& text = draft_.node(node)->words.text;
        std::vector<NodeId> candidates = nodes;
        const auto& similar = draft_.similar(text);
        candidates.insert(candidates.end(), similar.begin(), similar.end());
        std::sort(candidates.begin(), candidates.end());
        candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
        const Signals mine = signals(analyzer_, text);
        for (const NodeId other : candidates)
            if (other.type == node.type && other != node) compare(node, mine, other);
    }

    void compare(NodeId node, const Signals& mine, NodeId other) {
        const Node* there = draft_.node(other);
        if (there == nullptr || !is_open(*there)) return;
        const Signals& theirs = signals(analyzer_, there->words.text);
        const std::size_t common = shared(mine.heads, theirs.heads);
        const bool differs = other_value(node.type, mine, theirs, common);
        if (!differs && !near_equal(mine, theirs, common)) return;
        if (settled(draft_, node, other) || settled(draft_, other, node)) return;
        keep(node, other, !differs);
    }

    Draft& draft_;
    const Applied& applied_;
    text::Analyzer analyzer_;
    std::set<std::pair<NodeId, NodeId>> seen_;
    std::vector<Conflict> found_;
};

}  // namespace

std::vector<Conflict> conflicts(Draft& draft, const Applied& applied) {
    if (applied.declared_conflicts.empty() && spoken(applied).empty()) return {};
    return Finder(draft, applied).all();
}

}  // namespace tools::map
