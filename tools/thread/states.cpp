#include "tools/thread/states.hpp"

#include <algorithm>

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

bool is_stale_summary(const View& view, const Header& summary) {
    return std::any_of(summary.members.begin(), summary.members.end(), [&](Number member) {
        const Node one = view.node(member);
        if (one.kind == Kind::summary && is_stale_summary(view, one)) return true;
        const Arc ended =
            last_arc(view, member, [](const Arc& arc) { return arc.kind == ArcKind::supersedes; });
        return ended.item > summary.number && superseded_by(view, member);
    });
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
