#include "tools/map/attention.hpp"

#include "tools/amount.hpp"
#include "tools/map/limits.hpp"
#include "tools/map/open_work.hpp"
#include "tools/map/update.hpp"
#include "tools/nearest.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tools::map {

Change simple_change(Op op, NodeId id) {
    Change change;
    change.op = tools::word(op);
    change.id = to_string(id);
    return change;
}

namespace {

using Ids = std::vector<NodeId>;

std::string listed(const Ids& ids) {
    std::vector<std::string> names;
    for (const NodeId id : ids)
        names.push_back(to_string(id));
    return tools::join(names);
}

Change edges_change(NodeId from, IdList Change::*kind, const Ids& to) {
    Change change;
    change.id = to_string(from);
    change.*kind = to_strings(to);
    return change;
}

Change status_change(NodeId id, Status status) {
    Change change;
    change.id = to_string(id);
    change.status = tools::word(status);
    return change;
}

/// Looks at nodes for what CM16 lists.
class Watch {
public:
    Watch(Draft& draft, const Head& head) : draft_(draft), head_(head) {}

    void no_path(const Ids& nodes) {
        const NodeId goal = latest_goal();
        if (goal.number == 0) return;
        std::map<NodeType, Ids> lost;
        std::set<NodeId> island;  // what hangs on a node already named: one link mends it all
        for (const NodeId id : nodes) {
            const bool work = id.type == NodeType::task || id.type == NodeType::question ||
                              id.type == NodeType::risk;
            const Node* node = work ? draft_.fields(id) : nullptr;
            if (node == nullptr || !is_open(*node) || island.contains(id)) continue;
            if (!reaches_goal(draft_, id, island)) lost[id.type].push_back(id);
        }
        for (const auto& [type, ids] : lost) {
            const bool risk = type == NodeType::risk;
            say(Concern::no_path, ids,
                listed(ids) + (ids.size() == 1 ? " is" : " are") + " on no path from a goal",
                {risk ? edges_change(ids.front(), &Change::blocks, {goal})
                      : edges_change(goal, &Change::depends_on, ids)});
        }
    }

    /// Goals that stood there before and have nothing open to do.
    void idle_goals() {
        for (const NodeId goal : draft_.open(NodeType::goal, First::newest)) {
            const Node* node = draft_.fields(goal);
            if (node == nullptr || !is_active(*node) || node->born == head_.revision) continue;
            if (!has_open_work(draft_, goal) && !any_loose_work(draft_))
                say(Concern::idle_goal, {goal}, to_string(goal) + " has no open work",
                    {simple_change(Op::done, goal)});
        }
    }

    void early_done(const Ids& nodes) {
        for (const NodeId id : nodes) {
            const Node* node = draft_.fields(id);
            if (node == nullptr || node->status != Status::done) continue;
            for (const Edge& edge : draft_.out(id)) {
                const Node* needed =
                    edge.kind == EdgeKind::depends_on ? draft_.fields(edge.to) : nullptr;
                if (needed == nullptr || !is_unfinished(*needed)) continue;
                say(Concern::early_done, {id, edge.to},
                    to_string(id) + " is done, but " + to_string(edge.to) +
                        ", on which it depends, is open",
                    {simple_change(Op::done, edge.to), status_change(id, Status::active)});
                break;
            }
        }
    }

    void evidence_kept(const Ids& nodes) {
        for (const NodeId id : nodes) {
            Change change;
            change.id = to_string(id);
            change.source = tools::word(Source::assistant);
            change.confidence = tools::word(Confidence::assumed);
            say(Concern::evidence_kept, {id},
                to_string(id) +
                    " has new words and kept the evidence of the old ones; if these "
                    "are not from the same source",
                {change});
        }
    }

    void mirror_edges(const std::vector<Edge>& edges) {
        std::set<Edge> told;
        for (const Edge& edge : edges)
            for (const Edge& other : draft_.out(edge.to)) {
                if (other.to != edge.from || !mirrors(edge.kind, other.kind)) continue;
                if (!told.insert(std::min(edge, other)).second) continue;
                const Edge& extra = edge.kind == EdgeKind::depends_on ? other : edge;
                Change change;
                change.op = tools::word(Op::unlink);
                change.from = to_string(extra.from);
                change.edge = tools::word(extra.kind);
                change.to = to_string(extra.to);
                say(Concern::mirror_edges, {edge.from, edge.to},
                    to_string(edge) + " and " + to_string(other) + " say one thing twice",
                    {change});
            }
    }

    /// Only a stated `active` counts as a blocker (CM2): a blocker without it holds nothing up.
    void quiet_blockers(const std::vector<Edge>& edges) {
        std::set<NodeId> told;
        for (const Edge& edge : edges) {
            const Node* node = edge.kind == EdgeKind::blocks ? draft_.fields(edge.from) : nullptr;
            if (node == nullptr || node->status || !told.insert(edge.from).second) continue;
            say(Concern::note, {edge.from, edge.to},
                to_string(edge.from) + " has no status, so it does not hold up " +
                    to_string(edge.to) + " yet; if it does",
                {status_change(edge.from, Status::active)});
        }
    }

    /// Two nodes that answer or replace the same one, the later of them just now.
    void rivals(const std::vector<Edge>& edges) {
        for (const Edge& edge : edges) {
            if (edge.kind != EdgeKind::resolves && edge.kind != EdgeKind::supersedes) continue;
            for (const Edge& other : draft_.in(edge.to)) {
                const Node* rival = other.kind == edge.kind && other.from != edge.from
                                        ? draft_.node(other.from)
                                        : nullptr;
                if (rival == nullptr || !is_open(*rival) || other.from.type != edge.from.type ||
                    newer(*rival, *draft_.fields(edge.from)))
                    continue;
                if (told({other.from, edge.from})) continue;
                Change replace = simple_change(Op::supersede, other.from);
                replace.with = to_string(edge.from);
                say(Concern::conflict, {edge.from, other.from},
                    to_string(edge.from) + " and " + to_string(other.from) + " (" +
                        first_words(rival->words.text) + ") both " +
                        (edge.kind == EdgeKind::resolves ? "answer " : "replace ") +
                        to_string(edge.to),
                    {replace});
            }
        }
    }

    /// New words on a node that something else has replaced are seen by nobody.
    void words_on_closed(const std::vector<NodeChange>& nodes) {
        for (const NodeChange& change : nodes) {
            if (!change.before || !change.after || is_open(*change.before) ||
                change.after->status != Status::superseded ||
                change.before->words.text == change.after->words.text)
                continue;
            for (const Edge& edge : draft_.in(change.after->id)) {
                if (edge.kind != EdgeKind::supersedes) continue;
                Change instead;
                instead.id = to_string(edge.from);
                instead.text = change.after->words.text;
                say(Concern::note, {change.after->id, edge.from},
                    to_string(change.after->id) + " was replaced by " + to_string(edge.from) +
                        ", so its new words do not count; if they hold",
                    {instead});
                break;
            }
        }
    }

    void old_questions(bool always) {
        constexpr std::uint64_t old = 20;
        constexpr std::uint64_t again = 10;
        for (const NodeId id : draft_.open(NodeType::question, First::oldest)) {
            const Node* node = draft_.fields(id);
            if (node == nullptr || !is_open(*node) || node->born == 0) continue;
            const std::uint64_t age = head_.revision - node->born;
            if (age < old || (!always && age % again != 0) || holds_up(draft_, id)) continue;
            say(Concern::old_question, {id},
                to_string(id) + " has been open for " + std::to_string(age) + " updates",
                {simple_change(Op::archive, id)});
        }
    }

    void closed_dependencies(const Ids& nodes) {
        for (const NodeId id : nodes) {
            const Node* node = draft_.fields(id);
            if (node == nullptr || is_open(*node) || node->status == Status::done) continue;
            for (const Edge& edge : draft_.in(id)) {
                const Node* other =
                    edge.kind == EdgeKind::depends_on ? draft_.fields(edge.from) : nullptr;
                if (other == nullptr || !is_open(*other)) continue;
                Change change;
                change.op = tools::word(Op::unlink);
                change.from = to_string(edge.from);
                change.edge = tools::word(edge.kind);
                change.to = to_string(edge.to);
                say(Concern::closed_dependency, {edge.from, id},
                    to_string(edge.from) + " still depends on " + to_string(id) + ", which is " +
                        tools::word(*node->status),
                    {change});
            }
        }
    }

    void conflict(const Conflict& conflict) {
        const Node& node = *draft_.node(conflict.changed);
        const Node& other = *draft_.node(conflict.other);
        const bool loses = weaker(node, other) || (!weaker(other, node) && newer(other, node));
        const NodeId kept = loses ? other.id : node.id;
        const NodeId old = loses ? node.id : other.id;
        const bool asked = old.type == NodeType::question || old.type == NodeType::risk;
        std::vector<Change> ways;
        if (asked || old.type == kept.type) {
            ways.push_back(simple_change(asked ? Op::resolve : Op::supersede, old));
            ways.back().with = to_string(kept);
        }
        Change ask;
        ask.type = tools::word(NodeType::question);
        ask.text = "Which holds, " + to_string(node.id) + " or " + to_string(other.id) + "?";
        ask.impact = to_string(node.id) + " and " + to_string(other.id) + " may contradict";
        if (conflict.repeat) {
            Change merge;
            merge.op = tools::word(Op::merge);
            merge.ids = to_strings(std::array{old});
            merge.into = to_string(kept);
            ways.insert(ways.begin(), merge);
        } else {
            ways.push_back(ask);
        }
        std::string message = to_string(node.id) +
                              (conflict.repeat ? " may repeat " : " may contradict ") +
                              to_string(other.id) + " (" + first_words(other.words.text) + ")";
        if (!conflict.repeat && weaker(node, other))
            message += ", which has better evidence (did the user say " + to_string(node.id) +
                       "? then give it source user and confidence confirmed instead)";
        say(Concern::conflict, {node.id, other.id}, std::move(message), ways);
    }

    void say(Concern kind, Ids ids, std::string message, std::vector<Change> changes) {
        found_.push_back({kind, std::move(ids), std::move(message), std::move(changes)});
    }

    void tell(Attention attention) { found_.push_back(std::move(attention)); }

    std::vector<Attention> take() { return std::move(found_); }

private:
    /// Of two nodes that one update brought, the one that came later.
    [[nodiscard]] bool newer(const Node& a, const Node& b) const {
        return a.born == head_.revision && b.born == head_.revision && b.id.number < a.id.number;
    }

    /// A conflict of these two is named already.
    [[nodiscard]] bool told(const Ids& pair) const {
        return std::any_of(found_.begin(), found_.end(), [&](const Attention& one) {
            return one.kind == Concern::conflict &&
                   std::is_permutation(one.ids.begin(), one.ids.end(), pair.begin(), pair.end());
        });
    }

    NodeId latest_goal() {
        const Node* best = nullptr;
        for (const NodeId id : draft_.open(NodeType::goal, First::newest)) {
            const Node* node = draft_.fields(id);
            if (node == nullptr || !is_open(*node)) continue;
            const auto age = [&](const Node& goal) {
                return std::pair(goal.changed == 0 ? head_.revision : goal.changed, goal.id.number);
            };
            if (best == nullptr || age(*best) < age(*node)) best = node;
        }
        return best == nullptr ? NodeId{} : best->id;
    }

    static bool mirrors(EdgeKind a, EdgeKind b) {
        if (a == b) return true;
        const auto pair = std::minmax(a, b);
        return pair.first == EdgeKind::depends_on &&
               (pair.second == EdgeKind::blocks || pair.second == EdgeKind::next);
    }

    Draft& draft_;
    const Head& head_;
    std::vector<Attention> found_;
};

}  // namespace

std::vector<Attention> attention_after(Draft& draft, const Applied& applied, const Head& after,
                                       const MapLimits& limits) {
    Watch watch(draft, after);
    for (Attention& limit : limits_passed(draft, after, limits, &draft.base().head))
        watch.tell(std::move(limit));
    constexpr std::size_t most_pairs = 3;
    const std::vector<Conflict> pairs = conflicts(draft, applied);
    for (std::size_t i = 0; i < std::min(pairs.size(), most_pairs); ++i)
        watch.conflict(pairs[i]);
    if (pairs.size() > most_pairs)
        watch.say(Concern::conflict, {},
                  amount(pairs.size() - most_pairs, "more pair") + " may contradict or repeat", {});
    watch.rivals(applied.delta.added);
    watch.words_on_closed(applied.delta.nodes);
    for (const Attention& note : applied.notes)
        watch.say(note.kind, note.ids, note.message, {});
    const Ids touched = draft.touched();
    watch.no_path(touched);
    watch.idle_goals();
    watch.early_done(touched);
    watch.evidence_kept(applied.evidence_kept);
    watch.mirror_edges(applied.delta.added);
    watch.quiet_blockers(applied.delta.added);
    watch.old_questions(false);
    watch.closed_dependencies(touched);
    return watch.take();
}

std::vector<Attention> attention_of(Draft& draft, std::span<const NodeId> nodes,
                                    const MapLimits& limits) {
    const Head& head = draft.base().head;
    Watch watch(draft, head);
    for (Attention& limit : limits_passed(draft, head, limits, nullptr))
        watch.tell(std::move(limit));
    const Ids all(nodes.begin(), nodes.end());
    draft.fetch(all);
    watch.no_path(all);
    watch.idle_goals();
    watch.early_done(all);
    std::vector<Edge> edges;
    for (const NodeId id : all)
        for (const Edge& edge : draft.out(id))
            edges.push_back(edge);
    watch.mirror_edges(edges);
    watch.old_questions(true);
    watch.closed_dependencies(all);
    return watch.take();
}

}  // namespace tools::map
