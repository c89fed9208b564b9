#include "tools/thread/change.hpp"

#include "store/error.hpp"
#include "store/journal.hpp"
#include "tools/nearest.hpp"
#include "tools/thread/items.hpp"
#include "tools/thread/number_set.hpp"
#include "tools/thread/size_json.hpp"
#include "tools/thread/states.hpp"
#include "tools/thread/tables.hpp"

#include <algorithm>
#include <map>

namespace tools::thread {
namespace {

/// The nodes from one to another along "depends on", both included; empty: no path.
std::vector<Number> dependence(const View& view, Number from, Number to) {
    std::map<Number, Number> came_from{{from, 0}};
    std::vector<Number> todo{from};
    while (!todo.empty() && came_from.count(to) == 0) {
        const Number here = todo.back();
        todo.pop_back();
        for (const Number next : view.depends_on(view.node(here)))
            if (came_from.emplace(next, here).second) todo.push_back(next);
    }
    std::vector<Number> out;
    if (came_from.count(to) == 0) return out;
    for (Number at = to; at != 0; at = came_from.at(at))
        out.push_back(at);
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace

bool is_depended_on(const View& view, Number number) {
    const std::vector<Arc> arcs = view.into(number);
    return std::any_of(arcs.begin(), arcs.end(),
                       [](const Arc& arc) { return arc.kind != ArcKind::embeds; });
}

std::vector<Number> cycle_through(const View& view, Number from, Number to) {
    if (from != to && !is_depended_on(view, from)) return {};
    std::vector<Number> chain = dependence(view, to, from);
    if (!chain.empty()) chain.insert(chain.begin(), from);
    return chain;
}

void refuse_cycle(const View& view, Number from, Number to, const std::string& path) {
    const std::vector<Number> chain = cycle_through(view, from, to);
    if (chain.empty()) return;
    throw store::Error(
        store::Code::invalid, "a link would close a cycle: nothing was stored",
        {{path,
          "cycle",
          join(view.short_ids(chain), " -> ") + " (each depends on the next): leave out this link",
          "",
          {}}});
}

Change::Change(store::WriteTxn& txn, store::Space space, Version base, const Counter& counter)
    : View(txn, space, base), writing_(txn), counter_(counter), base_(std::move(base)) {
    counters_ = read_head(txn, space);
}

Added Change::add(NewNode made, std::int64_t now) {
    Node& node = made.node;
    node.id = node_id(*this, node, made.words, made.on_version ? base_.digest : std::string());
    if (const auto known = number_of(writing_, space_, node.id)) {
        if (holds(*known)) return {*known, true};
        take(*known);
        return {*known, false};
    }
    node.number = ++counters_.items;
    node.time = made.time_given;
    if (node.time < 0) node.time = counters_.last_time = std::max(now, counters_.last_time + 1);
    if (node.counted != CountedBy::given) {
        node.tokens = size_of(node, made.words, counter_);
        node.counted = counter_.by();
    }
    write_node(writing_, space_, node, made.words);
    take(node.number);
    return {node.number, false};
}

Number Change::add_link(Link link, const std::string& path) {
    if (link.kind != ArcKind::embeds) refuse_cycle(*this, link.from, link.to, path);
    for (const Arc& arc : out_of(link.from)) {
        if (arc.kind != link.kind || arc.to != link.to) continue;
        if (link.kind == ArcKind::supersedes && !superseded_by(*this, link.to)) continue;
        const auto known = this->link(arc.item);
        if (known && known->weight == link.weight && known->reason == link.reason) return 0;
    }
    link.number = ++counters_.items;
    write_link(writing_, space_, link);
    take(link.number);
    return link.number;
}

void Change::take(Number item) {
    fresh_.insert(item);
    fates_.clear();
}

void Change::set_heads(std::vector<Number> heads) {
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    version_.heads = std::move(heads);
}

bool Change::changed() const {
    return !fresh_.empty() || version_.heads != base_.heads;
}

Version Change::store(Version said) {
    Version made = std::move(said);
    made.number = ++counters_.versions;
    if (made.parents.empty() && base_.number != 0) made.parents = {base_.number};
    made.heads = version_.heads;
    made.set = base_.set;
    made.nodes = base_.nodes;
    const std::vector<Number> fresh(fresh_.begin(), fresh_.end());
    for (const Number item : fresh)
        if (!link(item)) ++made.nodes;
    made.digest = version_digest(*this, base_.digest, made.heads, fresh);
    made.added = base_.added;
    made.added.insert(made.added.end(), fresh_.begin(), fresh_.end());
    std::sort(made.added.begin(), made.added.end());
    if (made.added.size() > max_added) {
        made.set = with_numbers(writing_, space_, made.set, made.added, counters_.parts);
        made.added.clear();
    }
    version_records.put(writing_, numbered_key(space_, store::Table::thread_version, made.number),
                        made);
    counters_.pending = 0;
    write_head(writing_, space_, counters_);
    store::log_change(writing_, space_, store::SpaceKind::thread, {made.number});
    return made;
}

}  // namespace tools::thread
