#include "tools/thread/states.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace tools::thread {
namespace {

/// The last arc that says something of this kind about a node, or one of item 0.
template <class Says>
Arc last_arc(const View& view, Number number, Says says) {
    Arc last;
    for (const Arc& arc : view.into(number))
        if (arc.item > last.item && says(arc)) last = arc;
    return last;
}

bool is_member_of(const View& view, const Arc& arc, std::string_view strategy) {
    return arc.kind == ArcKind::member && view.node(arc.from).strategy == strategy;
}

/// A summary, its members, theirs where they are summaries, and so on, of which nothing
/// is known yet, by number: members come before what sums them up.
std::map<Number, Node> unknown_below(const View& view, const Node& summary) {
    std::map<Number, Node> out;
    std::vector<Number> todo{summary.number};
    while (!todo.empty()) {
        const Number here = todo.back();
        todo.pop_back();
        if (view.fates().count(here) > 0 || out.count(here) > 0) continue;
        const Node& node = out.emplace(here, view.node(here)).first->second;
        if (node.kind == Kind::summary)
            todo.insert(todo.end(), node.members.begin(), node.members.end());
    }
    return out;
}

}  // namespace

std::optional<Number> superseded_by(const View& view, Number number) {
    const Arc verdict = last_arc(view, number, [&](const Arc& arc) {
        return (arc.kind == ArcKind::supersedes && is_verdict(view.node(arc.from))) ||
               is_member_of(view, arc, restore_strategy);
    });
    Number by = 0;
    for (const Arc& arc : view.into(number))
        if (arc.kind == ArcKind::supersedes && arc.item > verdict.item) by = std::max(by, arc.from);
    if (by != 0) return by;
    if (verdict.item == 0 || verdict.kind == ArcKind::member) return std::nullopt;
    return verdict.from;
}

bool is_stale_summary(const View& view, const Node& summary) {
    Fates& fates = view.fates();
    for (const auto& below : unknown_below(view, summary)) {
        const Node& node = below.second;
        const auto ends = [](const Arc& arc) { return arc.kind == ArcKind::supersedes; };
        Fate fate;
        if (superseded_by(view, node.number)) fate.ended = last_arc(view, node.number, ends).item;
        fate.stale = node.kind == Kind::summary &&
                     std::any_of(node.members.begin(), node.members.end(), [&](Number member) {
                         const Fate& known = fates.at(member);
                         return known.stale || known.ended > node.number;
                     });
        fates.emplace(node.number, fate);
    }
    return fates.at(summary.number).stale;
}

Standing standing_of(const View& view, const Node& node) {
    if (const auto by = superseded_by(view, node.number))
        return {is_verdict(view.node(*by)) ? State::retracted : State::superseded, *by};
    if (node.kind == Kind::summary && is_stale_summary(view, node)) return {State::stale, 0};
    const Arc marked = last_arc(view, node.number, [&](const Arc& arc) {
        return is_member_of(view, arc, retract_strategy) ||
               is_member_of(view, arc, restore_strategy);
    });
    if (marked.item == 0 || view.node(marked.from).strategy == restore_strategy) return {};
    return {State::stale, marked.from};
}

}  // namespace tools::thread
