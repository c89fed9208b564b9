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

/// A version with items of another one.
class Joined : public View {
public:
    explicit Joined(const View& base) : View(base) {}

    void take(Number item) { fresh_.insert(item); }
};

/// Those of the items that are links by which one node depends on another.
std::vector<Number> dependences(const View& view, std::vector<Number> items) {
    std::erase_if(items, [&](Number item) {
        const auto link = view.link(item);
        return !link || link->kind == ArcKind::embeds;
    });
    return items;
}

/// True when "depends on" leads back to a node that it came from.
bool goes_round(const View& view, const std::vector<Number>& starts) {
    std::map<Number, bool> left;  // false: on the way from a start to here
    std::vector<std::pair<Number, bool>> todo;
    for (const Number start : starts)
        todo.emplace_back(start, false);
    while (!todo.empty()) {
        const auto [here, leaves] = todo.back();
        todo.pop_back();
        if (leaves) {
            left[here] = true;
        } else if (const auto known = left.find(here); known != left.end()) {
            if (!known->second) return true;
        } else {
            left.emplace(here, false);
            todo.emplace_back(here, true);
            for (const Number next : view.depends_on(view.node(here)))
                todo.emplace_back(next, false);
        }
    }
    return false;
}

struct Closing {
    Link link;
    std::vector<Number> chain;
};

/// The links among `more`, items of another version, that close a cycle with what the
/// base has and those before them.
std::vector<Closing> closing_links(const View& base, const std::vector<Number>& more) {
    Joined joined(base);
    const std::vector<Number> links = dependences(base, more);
    for (const Number item : more)
        if (!std::binary_search(links.begin(), links.end(), item)) joined.take(item);
    std::vector<Closing> out;
    for (const Number item : links) {
        const Link link = *base.link(item);
        std::vector<Number> chain = cycle_through(joined, link.from, link.to);
        if (chain.empty())
            joined.take(item);
        else
            out.push_back({link, std::move(chain)});
    }
    return out;
}

/// Links of the two sides that close a cycle together. One needs a link of either.
void find_cycles(Merge& merge, const View& into, const View& name) {
    const std::vector<Number> theirs = dependences(name, merge.theirs);
    if (theirs.empty() || dependences(into, merge.ours).empty()) return;
    Joined all(into);
    for (const Number item : merge.theirs)
        all.take(item);
    std::vector<Number> starts;
    for (const Number item : theirs)
        if (const Number from = all.link(item)->from; is_depended_on(all, from))
            starts.push_back(from);
    if (!goes_round(all, starts)) return;
    for (Closing& one : closing_links(into, merge.theirs)) {
        merge.conflicts.push_back({"cycle",
                                   one.link.to,
                                   one.link.to,
                                   one.link.from,
                                   {one.link.number},
                                   std::move(one.chain)});
        merge.closing.push_back(one.link.number);
    }
    for (const Closing& one : closing_links(name, merge.ours))
        merge.closing.push_back(one.link.number);
}

/// What a node stands on: its parents, and what it took the place of.
std::vector<Number> under(const View& view, Number head) {
    std::vector<Number> out = view.node(head).parents;
    for (const Arc& arc : view.out_of(head))
        if (arc.kind == ArcKind::supersedes) out.push_back(arc.to);
    return out;
}

}  // namespace

Merge plan_merge(const View& into, const View& name) {
    Merge out;
    out.ours = difference(name, into);
    out.theirs = difference(into, name);
    find_conflicts(out, touches(into, out.ours), touches(name, out.theirs));
    find_cycles(out, into, name);
    return out;
}

bool is_behind(const View& view, const std::vector<Number>& heads,
               const std::vector<Number>& others) {
    std::set<Number> missing(heads.begin(), heads.end()), seen(others.begin(), others.end());
    std::vector<Number> todo = others;
    for (std::size_t at = 0; at < todo.size() && !missing.empty(); ++at) {
        missing.erase(todo[at]);
        for (const Number next : under(view, todo[at]))
            if (seen.insert(next).second) todo.push_back(next);
    }
    return missing.empty();
}

std::vector<Number> merged_heads(const View& merged, const std::vector<Number>& ours,
                                 const std::vector<Number>& theirs) {
    std::set<Number> all(ours.begin(), ours.end());
    all.insert(theirs.begin(), theirs.end());
    std::vector<Number> out;
    for (const Number head : all) {
        std::vector<Number> others(all.begin(), all.end());
        std::erase(others, head);
        if (!is_behind(merged, {head}, others)) out.push_back(head);
    }
    return out;
}

}  // namespace tools::thread
