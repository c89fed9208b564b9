#include "tools/thread/verdict.hpp"

#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/thread/lines.hpp"
#include "tools/thread/size_json.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>
#include <map>

namespace tools::thread {
namespace {

[[noreturn]] void refuse_verdict(const char* path, const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, "the nodes stay as they are",
                       {{path, reason, message, "", {}}});
}

/// A call's results, a result's call.
std::vector<Number> pair_of(const View& view, Number number) {
    const Node node = view.node(number);
    if (node.kind == Kind::tool_call) return results_of(view, node);
    if (node.kind != Kind::tool_result) return {};
    const auto call = find_call(view, node.parents, node.call_id);
    return call ? std::vector<Number>{call->number} : std::vector<Number>{};
}

/// Nodes that no head reaches but through these.
std::set<Number> only_through(const View& view, const std::vector<Number>& asked) {
    const std::set<Number> below = descendants(view, asked);
    std::map<Number, bool> only;
    for (const Number number : below) {  // rising: parents come first
        const auto parents = view.node(number).parents;
        only[number] = std::all_of(parents.begin(), parents.end(), [&](Number parent) {
            const auto known = only.find(parent);
            return (known != only.end() && known->second) ||
                   std::find(asked.begin(), asked.end(), parent) != asked.end();
        });
    }
    std::set<Number> out;
    for (const auto& [number, through] : only)
        if (through) out.insert(number);
    return out;
}

std::set<Number> along(const View& view, const std::vector<Number>& asked, Cascade cascade) {
    std::set<Number> out(asked.begin(), asked.end());
    if (cascade == Cascade::answers)
        for (const Number number : asked)
            out.merge(exchange_of(view, number));
    if (cascade == Cascade::exclusive) {
        std::set<Number> more = only_through(view, asked);
        for (const Number head : view.version().heads)
            if (more.count(head) > 0)
                refuse_verdict("/cascade", "heads_among",
                               amount(more.size(), "node hangs", "nodes hang") +
                                   " on these alone, a head among them: try: answers");
        out.merge(more);
    }
    for (const Number number : std::set<Number>(out))
        for (const Number other : pair_of(view, number))
            out.insert(other);
    return out;
}

std::vector<Number> summaries_hit(const View& view, const std::vector<Number>& nodes) {
    std::set<Number> out;
    for (const Number number : nodes)
        for (const Arc& arc : view.into(number))
            if (arc.kind == ArcKind::member && view.node(arc.from).kind == Kind::summary &&
                is_active(view, arc.from))
                out.insert(arc.from);
    return {out.begin(), out.end()};
}

NewNode verdict_node(std::string_view strategy, Number target, const std::string& reason) {
    NewNode out;
    out.node.kind = Kind::critique;
    out.node.strategy = strategy;
    out.node.target = target;
    out.words.text = reason;
    out.on_version = true;
    return out;
}

/// The retraction that made a node inactive, or 0.
Number retraction_of(const View& view, Number number) {
    const auto by = superseded_by(view, number);
    return by && is_verdict(view.node(*by)) ? *by : 0;
}

}  // namespace

Verdict retract(Change& change, const std::vector<Number>& asked, Cascade cascade,
                const std::string& reason, std::int64_t now) {
    for (const Number number : asked)
        if (is_verdict(change.node(number)))
            refuse_verdict("/ids", "try_restore",
                           change.short_id(number) + " is a retraction itself; try: restore");
    Verdict out;
    for (const Number number : along(change, asked, cascade))
        if (is_active(change, number)) out.nodes.push_back(number);
    if (out.nodes.empty()) {
        out.note = "inactive already: nothing was stored";
        return out;
    }
    NewNode made = verdict_node(retract_strategy, asked.front(), reason);
    if (cascade == Cascade::mark_stale) {
        for (const Number number : descendants(change, out.nodes))
            if (is_active(change, number)) out.stale.push_back(number);
        made.node.members = out.stale;
    }
    out.stale_summaries = summaries_hit(change, out.nodes);
    out.critique = change.add(std::move(made), now).number;
    for (const Number number : out.nodes) {
        Link link;
        link.from = out.critique;
        link.to = number;
        link.time = now;
        change.add_link(link, "/ids");
    }
    return out;
}

Verdict restore(Change& change, const std::vector<Number>& asked, const std::string& reason,
                std::int64_t now) {
    std::set<Number> again;
    for (const Number number : asked) {
        const Number by = retraction_of(change, number);
        if (by == 0) continue;
        again.insert(number);
        for (const Arc& arc : change.out_of(by))
            if (retraction_of(change, arc.to) == by) again.insert(arc.to);
        const std::vector<Number> marked = change.node(by).members;
        again.insert(marked.begin(), marked.end());
    }
    Verdict out;
    if (again.empty()) {
        out.note = "none of these is retracted: nothing was stored";
        return out;
    }
    out.nodes.assign(again.begin(), again.end());
    NewNode made = verdict_node(restore_strategy, asked.front(), reason);
    made.node.members = out.nodes;
    out.critique = change.add(std::move(made), now).number;
    return out;
}

Summarized summarize(Change& change, std::vector<Number> members, const std::string& text,
                     std::int64_t now) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    NewNode made;
    made.node.kind = Kind::summary;
    made.node.members = members;
    made.words.text = text;
    made.on_version = true;
    const auto active = [&](std::vector<Number> numbers) {
        std::erase_if(numbers, [&](Number number) { return !is_active(change, number); });
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    };
    Summarized out;
    const std::vector<Number> now_active = active(members);
    for (const Number other : summaries_hit(change, members))
        if (active(change.node(other).members) == now_active) out.replaces.push_back(other);
    std::int64_t size = 0;
    for (const Number member : members)
        size += tokens_of(change, change.node(member), change.counter());
    out.number = change.add(std::move(made), now).number;
    const std::int64_t own = tokens_of(change, change.node(out.number), change.counter());
    out.ratio = size == 0 ? 1 : static_cast<double>(own) / static_cast<double>(size);
    std::erase(out.replaces, out.number);
    for (const Number other : out.replaces) {
        Link link;
        link.from = out.number;
        link.to = other;
        link.time = now;
        change.add_link(link, "/members");
    }
    return out;
}

}  // namespace tools::thread
