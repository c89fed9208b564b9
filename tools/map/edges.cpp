#include "tools/map/text.hpp"
#include "tools/map/work.hpp"
#include "tools/nearest.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <array>

namespace tools::map {
namespace {

bool acyclic(EdgeKind kind) {
    return kind == EdgeKind::depends_on || kind == EdgeKind::blocks || kind == EdgeKind::next ||
           kind == EdgeKind::supersedes;
}

/// The change with its edge named, where only one such edge is there to be unlinked.
std::optional<Change> only_edge(Work& work, const Step& step) {
    const Change& change = *step.change;
    const auto from = change.from ? read_id(*change.from) : std::nullopt;
    const auto to = change.to ? read_id(*change.to) : std::nullopt;
    if (step.op != Op::unlink || !from || !to || !work.draft.exists(*from)) return std::nullopt;
    std::optional<Change> out;
    for (const Edge& edge : work.draft.out(*from)) {
        if (edge.to != *to) continue;
        if (out) return std::nullopt;
        out = change;
        out->edge = tools::word(edge.kind);
    }
    return out;
}

std::optional<EdgeKind> read_kind(Work& work, Step& step) {
    const auto& text = step.change->edge;
    if (!text) {
        work.fault(step, "edge", "missing", "edge is missing: one of " + join(words_of<EdgeKind>()),
                   only_edge(work, step));
        return std::nullopt;
    }
    if (const auto kind = read_word<EdgeKind>(*text)) return kind;
    std::string message = "edge must be one of " + join(words_of<EdgeKind>());
    const std::string close = nearest(*text, words_of<EdgeKind>());
    std::optional<Change> instead;
    if (!close.empty()) {
        message += "; nearest: " + close;
        instead = *step.change;
        instead->edge = close;
    }
    work.fault(step, "edge", "unknown_word", std::move(message), std::move(instead));
    return std::nullopt;
}

/// The edges of a link or unlink: one source, one or more targets.
std::vector<Edge> read_edges(Work& work, Step& step) {
    const auto kind = read_kind(work, step);
    std::vector<NodeId> from, to;
    for (const auto& [name, text, ends] :
         {std::tuple{"from", &step.change->from, &from}, std::tuple{"to", &step.change->to, &to}}) {
        if (*text)
            *ends = read_references(work, step, name, {**text});
        else
            work.fault(step, name, "missing", std::string(name) + " is missing: the id of a node");
    }
    std::vector<Edge> out;
    if (!kind || !work.may_spread(step, "to", from.size() * to.size())) return out;
    for (const NodeId source : from)
        for (const NodeId target : to)
            out.push_back({source, *kind, target});
    return out;
}

Change edge_change(Op op, const Edge& edge) {
    Change change;
    change.op = tools::word(op);
    change.from = to_string(edge.from);
    change.edge = tools::word(edge.kind);
    change.to = to_string(edge.to);
    return change;
}

void unlink(Work& work, Step& step, const Edge& edge) {
    if (work.draft.has(edge)) return work.draft.unlink(edge);
    for (const NodeId end : {edge.from, edge.to})
        if (!work.draft.exists(end)) {
            if (work.phantoms.contains(end)) return;
            return work.fault(step, end == edge.from ? "from" : "to", "no_such_node",
                              no_such_node(work, end));
        }
    const Edge reverse{edge.to, edge.kind, edge.from};
    if (work.draft.has(reverse))
        return work.fault(
            step, "from", "reverse_edge",
            "no edge " + to_string(edge) + "; the reverse is there: " + to_string(reverse),
            edge_change(Op::unlink, reverse));
    work.note({edge.from, edge.to}, "there was no edge " + to_string(edge) + " to unlink");
}

/// Edges of a merged node go over to the one that stays (R18).
void merge_edges(Work& work, Step& step, NodeId node, NodeId into) {
    std::vector<Edge> edges = work.draft.out(node);
    const auto& in = work.draft.in(node);
    edges.insert(edges.end(), in.begin(), in.end());
    work.draft.remove(node);
    work.applied.delta.merged.push_back({node, into});
    for (const Edge& edge : edges) {
        Edge moved = edge;
        (edge.from == node ? moved.from : moved.to) = into;
        if (moved.from == moved.to) continue;
        if (work.leaving.contains(moved.from) || work.leaving.contains(moved.to)) continue;
        const auto cycle = acyclic(moved.kind) && !work.draft.has(moved)
                               ? chain(work.draft, moved.kind, moved.to, moved.from)
                               : std::vector<NodeId>{};
        if (!cycle.empty()) {
            std::string shown;
            for (const NodeId id : cycle)
                shown += to_string(id) + " -> ";
            work.fault(step, "into", "cycle",
                       std::string("merging would close a cycle of ") + tools::word(moved.kind) +
                           ": " + shown + to_string(cycle.front()) +
                           "; unlink one of its edges in "
                           "the same update",
                       std::nullopt);
            continue;
        }
        work.draft.link(moved);
        work.applied.delta.moved.push_back({edge, moved});
    }
}

void take_away_step(Work& work, Step& step) {
    if (step.op == Op::remove)
        for (const NodeId id : step.targets)
            if (work.draft.exists(id)) work.draft.remove(id);
    if (step.op == Op::summarize)
        for (const NodeId id : step.targets)
            for (const bool outward : {true, false}) {
                const std::vector<Edge> edges = outward ? work.draft.out(id) : work.draft.in(id);
                for (const Edge& edge : edges)
                    work.draft.unlink(edge);
            }
}

}  // namespace

std::string no_such_node(Work& work, NodeId id) {
    const std::string name = to_string(id);
    if (work.leaving.contains(id)) return name + " is removed or merged in the same update";
    if (work.draft.base().retired(id)) return "no node " + name + ": it was removed";
    std::string message = "no node " + name;
    const std::uint32_t high = work.draft.high(id.type);
    if (high > 0) message += ": the highest of its type is " + to_string(NodeId{id.type, high});
    return message + "; add it in the same update or name one that is there";
}

void take_away(Work& work) {
    for (Step& step : work.steps)
        if (step.op == Op::unlink)
            for (const Edge& edge : read_edges(work, step))
                unlink(work, step, edge);
    for (Step& step : work.steps)
        take_away_step(work, step);
    for (Step& step : work.steps) {
        if (step.op != Op::merge || !step.into || step.faulty) continue;
        if (!work.draft.exists(*step.into)) continue;
        for (const NodeId id : step.targets)
            if (id != *step.into && work.draft.exists(id)) merge_edges(work, step, id, *step.into);
    }
}

namespace {

void collect_fields(Work& work, Step& step) {
    const std::vector<NodeId> sources = step.made ? std::vector<NodeId>{*step.made} : step.targets;
    for (const EdgeMember& field : edge_members) {
        const auto& texts = step.change->*(field.member);
        if (!texts) continue;
        const char* name = tools::word(field.kind);
        const auto targets = read_references(work, step, name, *texts);
        if (!work.may_spread(step, name, targets.size() * sources.size())) continue;
        for (const NodeId target : targets)
            for (const NodeId source : sources)
                work.links.push_back({{source, field.kind, target}, &step});
    }
}

/// CM17: the types allow only the swap.
bool swapped(EdgeKind kind, NodeId target, NodeId source) {
    const auto answers = [](NodeType type) {
        return type == NodeType::context || type == NodeType::decision ||
               type == NodeType::preference || type == NodeType::artifact;
    };
    const bool asks = source.type == NodeType::question || source.type == NodeType::risk;
    return kind == EdgeKind::resolves && asks && answers(target.type);
}

void collect_answer(Work& work, Step& step) {
    const auto source = step.change->text ? step.made : step.with;
    if (!source) return;
    const EdgeKind kind = step.op == Op::resolve ? EdgeKind::resolves : EdgeKind::supersedes;
    const bool carry = step.change->carry.value_or(true);
    for (const NodeId target : step.targets) {
        Edge edge{*source, kind, target};
        if (step.with && swapped(kind, target, *source)) {
            std::swap(edge.from, edge.to);
            work.note({edge.from, edge.to},
                      "read as " + to_string(edge) + ": only a question or risk can be resolved");
        }
        work.links.push_back({edge, &step, carry});
    }
}

void collect_conflicts(Work& work, Step& step) {
    if (!step.change->conflicts_with) return;
    const auto others = read_references(work, step, "conflicts_with", *step.change->conflicts_with);
    const std::vector<NodeId> own = step.made ? std::vector<NodeId>{*step.made} : step.targets;
    if (!work.may_spread(step, "conflicts_with", others.size() * own.size())) return;
    for (const NodeId other : others)
        for (const NodeId node : own)
            if (work.draft.exists(other))
                work.applied.declared_conflicts.emplace_back(node, other);
            else if (!work.phantoms.contains(other))
                work.fault(step, "conflicts_with", "no_such_node", no_such_node(work, other));
}

void collect(Work& work, Step& step) {
    if (step.op == Op::link)
        for (const Edge& edge : read_edges(work, step))
            work.links.push_back({edge, &step});
    if (step.op == Op::resolve || step.op == Op::supersede) collect_answer(work, step);
    collect_fields(work, step);
    collect_conflicts(work, step);
}

/// One link of the chain whose removal would allow the new edge.
std::optional<Change> mending_unlink(Work& work, const Edge& edge,
                                     const std::vector<NodeId>& cycle) {
    for (std::size_t i = 0; i + 1 < cycle.size(); ++i) {
        const Edge link{cycle[i], edge.kind, cycle[i + 1]};
        if (std::any_of(work.links.begin(), work.links.end(),
                        [&](const Link& asked) { return asked.edge == link; }))
            continue;
        work.draft.unlink(link);
        const bool mended = chain(work.draft, edge.kind, edge.to, edge.from).empty();
        work.draft.link(link);
        if (mended) return edge_change(Op::unlink, link);
    }
    return std::nullopt;
}

bool closes_cycle(Work& work, const Link& link) {
    const Edge& edge = link.edge;
    if (!acyclic(edge.kind) || work.draft.has(edge)) return false;
    const auto cycle = chain(work.draft, edge.kind, edge.to, edge.from);
    if (cycle.empty()) return false;
    std::string message = std::string(tools::word(edge.kind)) + " would close a cycle: ";
    for (const NodeId id : cycle)
        message += to_string(id) + " -> ";
    message += to_string(cycle.front());
    auto instead = mending_unlink(work, edge, cycle);
    if (instead) message += "; if the new edge is right, unlink the old one in the same update";
    work.fault(*link.step, "to", "cycle", std::move(message), std::move(instead));
    return true;
}

bool ends_exist(Work& work, const Link& link) {
    bool all = true;
    for (const NodeId end : {link.edge.from, link.edge.to}) {
        if (work.draft.exists(end)) continue;
        all = false;
        if (!work.phantoms.contains(end) && !(link.step->faulty && end == link.step->made))
            work.fault(*link.step, end == link.edge.from ? "from" : "to", "no_such_node",
                       no_such_node(work, end));
        if (link.edge.from == link.edge.to) break;
    }
    return all;
}

bool is_weaker(Work& work, const Link& link) {
    const Edge& edge = link.edge;
    if (edge.kind != EdgeKind::supersedes || work.draft.has(edge)) return false;
    if (link.step->change->override.value_or(false)) return false;
    const Node& source = *work.draft.node(edge.from);
    const Node& target = *work.draft.node(edge.to);
    if (!weaker(source, target)) return false;
    Change instead = *link.step->change;
    const bool own_words =
        source.source.value_or(Source::user) == Source::user && !source.confidence;
    std::string message = "[" + to_string(edge.from) + "] has weaker evidence than [" +
                          to_string(edge.to) + "], so it can't supersede it: ";
    if (own_words && link.step->made == edge.from) {
        instead.source = tools::word(Source::user);
        instead.confidence = tools::word(Confidence::confirmed);
        message += "give source: user and confidence: confirmed if the user said so, or ";
    } else {
        instead.override = true;
    }
    work.fault(*link.step, "override", "weaker_evidence",
               message + "send override: true to do it on purpose", std::move(instead));
    return true;
}

/// The open node at the end of a chain of replacements; nothing where there is none.
std::optional<NodeId> successor(Work& work, NodeId old) {
    constexpr int longest = 100;
    for (int step = 0; step < longest; ++step) {
        const auto& in = work.draft.in(old);
        const auto by = std::find_if(in.begin(), in.end(), [](const Edge& edge) {
            return edge.kind == EdgeKind::supersedes;
        });
        if (by == in.end()) return std::nullopt;
        old = by->from;
        const Node* node = work.draft.node(old);
        if (node != nullptr && is_open(*node)) return old;
    }
    return std::nullopt;
}

/// A node that was replaced before: its living successor is the one to replace,
/// or two rivals would stand beside each other.
bool replaced_before(Work& work, const Link& link) {
    const Edge& edge = link.edge;
    if (!link.carry || edge.kind != EdgeKind::supersedes) return false;
    const Node* stored = work.draft.stored(edge.to);
    if (stored == nullptr || stored->status != Status::superseded) return false;
    const auto heir = successor(work, edge.to);
    if (!heir || *heir == edge.from || link.step->made == heir) return false;
    Change instead = *link.step->change;
    instead.ids.reset();
    instead.id = to_string(*heir);
    work.fault(*link.step, "id", "superseded_before",
               to_string(edge.to) + " was superseded before; the node that holds now is " +
                   print_node(*work.draft.node(*heir)),
               std::move(instead));
    return true;
}

void add_edge(Work& work, const Link& link) {
    const Edge& edge = link.edge;
    if (!ends_exist(work, link)) return;
    if (replaced_before(work, link)) return;
    if (edge.from == edge.to)
        return work.fault(
            *link.step, "to", "self_edge",
            "an edge needs two different nodes, here both ends are " + to_string(edge.from));
    if (is_weaker(work, link) || closes_cycle(work, link)) return;
    work.draft.link(edge);
}

}  // namespace

void add_edges(Work& work) {
    for (Step& step : work.steps)
        collect(work, step);
    for (const Link& link : work.links)
        add_edge(work, link);
}

}  // namespace tools::map
