#include "tools/map/work.hpp"

#include <algorithm>

namespace tools::map {
namespace {

bool acyclic_when_moved(EdgeKind kind) {
    return kind == EdgeKind::depends_on || kind == EdgeKind::blocks || kind == EdgeKind::next;
}

/// CM17: supersede moves supports, depends_on, blocks, updates and next edges;
/// resolve only supports and depends_on edges that end at the resolved node.
bool moves(const Link& link, const Edge& edge) {
    const NodeId old = link.edge.to;
    const EdgeKind kind = edge.kind;
    if (link.edge.kind == EdgeKind::resolves)
        return edge.to == old && (kind == EdgeKind::supports || kind == EdgeKind::depends_on);
    return kind == EdgeKind::supports || kind == EdgeKind::depends_on || kind == EdgeKind::blocks ||
           kind == EdgeKind::updates || kind == EdgeKind::next;
}

void move_edge(Work& work, const Link& link, const Edge& edge) {
    const NodeId old = link.edge.to;
    Edge moved = edge;
    (edge.from == old ? moved.from : moved.to) = link.edge.from;
    work.draft.unlink(edge);
    const bool self = moved.from == moved.to;
    const bool cycle = !self && acyclic_when_moved(moved.kind) &&
                       !chain(work.draft, moved.kind, moved.to, moved.from).empty();
    if (self || cycle) {
        work.draft.link(edge);
        work.applied.delta.stayed.push_back(edge);
        return;
    }
    work.draft.link(moved);
    work.applied.delta.moved.push_back({edge, moved});
}

bool settled(const Node& source) {
    if (source.status == Status::archived || source.status == Status::superseded) return false;
    if (source.status == Status::done) return true;
    switch (source.id.type) {
        case NodeType::context:
        case NodeType::preference:
        case NodeType::decision:
        case NodeType::artifact:
            return true;
        default:
            return false;
    }
}

bool takes_answer(NodeType type) {
    return type == NodeType::question || type == NodeType::risk;
}

/// Marks the target of a resolving edge done; true when that changed it.
bool resolve(Work& work, const Edge& edge) {
    auto& telling = work.applied.delta.telling;
    if (std::find(telling.begin(), telling.end(), edge) != telling.end()) return false;
    if (!takes_answer(edge.to.type) || !settled(*work.draft.fields(edge.from))) return false;
    work.draft.edit(edge.to).status = Status::done;
    telling.push_back(edge);
    return true;
}

/// An intention: the source is open and nothing that settles by itself.
bool waits(Work& work, const Edge& edge) {
    const Node& source = *work.draft.fields(edge.from);
    return takes_answer(edge.to.type) && is_open(source) && !settled(source);
}

/// Intentions of nodes that this update finished.
std::vector<Edge> fulfilled(Work& work) {
    std::vector<Edge> out;
    for (const NodeId id : work.draft.touched()) {
        if (work.draft.fields(id)->status != Status::done) continue;
        const Node* was = work.draft.stored(id);
        if (was != nullptr && settled(*was)) continue;
        for (const Edge& edge : work.draft.out(id)) {
            const Node* target = work.draft.fields(edge.to);
            if (edge.kind == EdgeKind::resolves && target != nullptr && is_open(*target))
                out.push_back(edge);
        }
    }
    return out;
}

std::vector<Edge> added(Work& work, EdgeKind kind) {
    std::vector<Edge> out;
    for (const Edge& edge : work.draft.linked())
        if (edge.kind == kind) out.push_back(edge);
    return out;
}

}  // namespace

void carry_edges(Work& work) {
    for (const Link& link : work.links) {
        if (!link.carry || !work.draft.has(link.edge)) continue;
        const NodeId old = link.edge.to;
        std::vector<Edge> edges = work.draft.out(old);
        const auto& in = work.draft.in(old);
        edges.insert(edges.end(), in.begin(), in.end());
        for (const Edge& edge : edges)
            if (moves(link, edge)) move_edge(work, link, edge);
    }
}

void settle(Work& work) {
    for (const Edge& edge : added(work, EdgeKind::supersedes)) {
        work.draft.edit(edge.to).status = Status::superseded;
        work.applied.delta.telling.push_back(edge);
    }
    const std::vector<Edge> links = added(work, EdgeKind::resolves);
    for (bool more = true; more;) {
        more = false;
        for (const Edge& edge : links)
            more = resolve(work, edge) || more;
        for (const Edge& edge : fulfilled(work))
            more = resolve(work, edge) || more;
    }
    for (const Edge& edge : links)
        if (waits(work, edge)) work.applied.delta.intended.push_back(edge);
}

}  // namespace tools::map
