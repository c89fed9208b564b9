#include "tools/map/history.hpp"

#include "store/error.hpp"
#include "tools/map/text.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <utility>

namespace tools::map {
namespace {

bool touches(const Edge& edge, NodeId node) {
    return edge.from == node || edge.to == node;
}

std::vector<Edge> touching(const std::vector<Edge>& edges, NodeId node) {
    std::vector<Edge> out;
    for (const Edge& edge : edges)
        if (touches(edge, node)) out.push_back(edge);
    return out;
}

[[noreturn]] void refuse_inside(const Delta& delta, std::uint64_t revision) {
    throw store::Error(
        store::Code::invalid, "no such comparison",
        {{"/diff_to",
          "joined_revisions",
          "revision " + std::to_string(revision) + " is kept only joined with others: send " +
              std::to_string(delta.first - 1) + " or " + std::to_string(delta.revision),
          "",
          {}}});
}

}  // namespace

Delta only(const Delta& delta, NodeId node) {
    Delta out;
    out.first = delta.first;
    out.revision = delta.revision;
    out.time = delta.time;
    for (const NodeChange& change : delta.nodes)
        if ((change.after ? change.after : change.before)->id == node) out.nodes.push_back(change);
    out.added = touching(delta.added, node);
    out.removed = touching(delta.removed, node);
    out.telling = touching(delta.telling, node);
    for (const MovedEdge& move : delta.moved)
        if (touches(move.from, node) || touches(move.to, node)) out.moved.push_back(move);
    for (const MergedNode& merge : delta.merged)
        if (merge.node == node || merge.into == node) out.merged.push_back(merge);
    return out;
}

Told tell(const Delta& delta) {
    Told out{delta.first, delta.revision, delta.time, {}, {}};
    Echo full;
    full.full = true;
    for (const std::string& line : delta_lines(delta, full))
        out.lines.push_back(text::reveal(line));
    for (const NodeChange& change : delta.nodes)
        if (change.before && (!change.after || !same(*change.before, *change.after)))
            out.before.push_back(text::reveal(print_node(*change.before)));
    return out;
}

Delta between(const store::ReadTxn& txn, store::Space space, std::uint64_t older,
              std::uint64_t newer) {
    std::vector<Delta> found;
    for (std::uint64_t revision = newer; revision > older;) {
        auto delta = find_delta(txn, space, revision);
        if (!delta) break;
        if (delta->revision != revision) refuse_inside(*delta, revision);
        if (delta->first <= older) refuse_inside(*delta, older);
        revision = delta->first - 1;
        found.push_back(std::move(*delta));
    }
    std::reverse(found.begin(), found.end());
    return combine_all(std::move(found));
}

}  // namespace tools::map
