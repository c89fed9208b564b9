#include "tools/thread/merge.hpp"

#include "tools/thread/difference.hpp"
#include "tools/thread/lines.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace tools::thread {
namespace {

/// What one side alone did to a node.
struct Touch {
    Number link = 0, superseder = 0;  ///< the supersedes link and where it comes from
    Number user = 0;                  ///< a node that hangs on it or shows it
    Number restorer = 0;
    bool retracts = false;
};

using Touches = std::map<Number, Touch>;

Touches touches(const View& view, const std::vector<Number>& items) {
    Touches out;
    for (const Number item : items) {
        const auto link = view.link(item);
        if (link && link->kind == ArcKind::supersedes) {
            Touch& touch = out[link->to];
            touch.link = item;
            touch.superseder = link->from;
            touch.retracts = is_verdict(view.node(link->from));
        } else if (link && link->kind == ArcKind::transclude) {
            out[link->to].user = link->from;
        } else if (!link) {
            const Node node = view.node(item);
            if (node.strategy == restore_strategy && node.kind == Kind::critique)
                for (const Number member : node.members)
                    out[member].restorer = item;
            if (is_verdict(node)) continue;
            std::vector<Number> used = node.parents;
            used.insert(used.end(), node.members.begin(), node.members.end());
            if (node.target != 0) used.push_back(node.target);
            for (const Number number : used)
                out[number].user = item;
        }
    }
    return out;
}

/// What disagrees where one side superseded a node.
std::optional<Conflict> between(Number node, const Touch& one, const Touch& other) {
    if (one.link == 0) return std::nullopt;
    Conflict out{"", node, one.superseder, 0, {one.link}};
    if (other.link != 0) {
        out.kind = "superseded_twice";
        out.theirs = other.superseder;
        out.links.push_back(other.link);
    } else if (other.restorer != 0 && one.retracts) {
        out.kind = "restored_retracted";
        out.theirs = other.restorer;
    } else if (other.user != 0) {
        out.kind = "superseded_used";
        out.theirs = other.user;
    } else {
        return std::nullopt;
    }
    return out;
}

void find_conflicts(Merge& merge, const Touches& ours, const Touches& theirs) {
    for (const auto& [node, touch] : ours) {
        const auto other = theirs.find(node);
        if (other == theirs.end()) continue;
        if (auto conflict = between(node, touch, other->second))
            merge.conflicts.push_back(*conflict);
        else if (auto reverse = between(node, other->second, touch)) {
            std::swap(reverse->ours, reverse->theirs);
            merge.conflicts.push_back(*reverse);
        }
    }
}

/// x supersedes y here, y supersedes x there.
void find_circles(Merge& merge, const View& into, const View& name) {
    std::map<std::pair<Number, Number>, Number> ours;
    for (const Number item : merge.ours)
        if (const auto link = into.link(item); link && link->kind == ArcKind::supersedes)
            ours.emplace(std::pair{link->from, link->to}, item);
    for (const Number item : merge.theirs) {
        const auto link = name.link(item);
        if (!link || link->kind != ArcKind::supersedes) continue;
        const auto back = ours.find({link->to, link->from});
        if (back == ours.end()) continue;
        merge.conflicts.push_back({"cycle", link->to, link->to, link->from, {back->second, item}});
    }
}

}  // namespace

Merge plan_merge(const View& into, const View& name) {
    Merge out;
    out.ours = difference(name, into);
    out.theirs = difference(into, name);
    find_conflicts(out, touches(into, out.ours), touches(name, out.theirs));
    find_circles(out, into, name);
    return out;
}

std::vector<Number> merged_heads(const View& merged, const std::vector<Number>& ours,
                                 const std::vector<Number>& theirs) {
    std::vector<Number> all = ours;
    all.insert(all.end(), theirs.begin(), theirs.end());
    std::set<Number> above;
    for (const Number head : all)
        for (const Node& node : ancestors(merged, merged.node(head).parents))
            above.insert(node.number);
    std::erase_if(all, [&](Number head) { return above.count(head) > 0; });
    return all;
}

}  // namespace tools::thread
