#include "tools/thread/change.hpp"

#include "store/content.hpp"
#include "store/error.hpp"
#include "store/journal.hpp"
#include "tools/digest.hpp"
#include "tools/nearest.hpp"
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
    counters_ =
        head_records.find(txn, store::Key(space, store::Table::thread_head)).value_or(Head{});
}

std::string Change::id_of(const NewNode& made) const {
    const Node& n = made.node;
    store::Writer to;
    to.u8(1).u8(static_cast<std::uint8_t>(n.kind)).u8(static_cast<std::uint8_t>(n.role));
    to.u8(n.args_object ? 1 : 0);
    for (const std::string* text :
         {&made.words.text, &made.words.name, &made.words.model, &made.words.metadata,
          &made.words.logprobs, &n.call_id, &n.strategy, &made.nonce})
        to.text(*text);
    for (const auto* list : {&n.parents, &n.members}) {
        std::vector<std::string> ids;
        for (const Number number : *list)
            ids.push_back(node(number).id);
        std::sort(ids.begin(), ids.end());
        to.varint(ids.size());
        for (const std::string& id : ids)
            to.raw(raw_id(id));
    }
    to.text(n.target == 0 ? std::string() : node(n.target).id);
    to.text(made.on_version ? base_.digest : std::string());
    return sha256(to.str());
}

Added Change::add(NewNode made, std::int64_t now) {
    made.node.id = id_of(made);
    const store::Key key = named_key(space_, store::Table::thread_id, raw_id(made.node.id));
    if (const auto known = id_records.find(writing_, key)) {
        if (holds(known->number)) return {known->number, true};
        take(known->number);
        return {known->number, false};
    }
    made.node.number = ++counters_.items;
    id_records.put(writing_, key, {made.node.number});
    write_node(made, now);
    take(made.node.number);
    return {made.node.number, false};
}

void Change::write_node(NewNode& made, std::int64_t now) {
    Node& node = made.node;
    node.time = made.time_given;
    if (node.time < 0) node.time = counters_.last_time = std::max(now, counters_.last_time + 1);
    if (node.counted != CountedBy::given) {
        node.tokens = size_of(node, made.words, counter_);
        node.counted = counter_.by();
    }
    node.content = store::add_content(writing_, space_, words_text(made.words));
    node_records.put(writing_, numbered_key(space_, store::Table::thread_node, node.number), node);
    for (const Number parent : node.parents)
        mark_arc(parent, arcs_in, {node.number, ArcKind::causal, parent, node.number});
    for (const Number member : node.members)
        mark_arc(member, arcs_in, {node.number, ArcKind::member, member, node.number});
    if (node.target != 0)
        mark_arc(node.target, arcs_in, {node.number, ArcKind::target, node.target, node.number});
}

void Change::mark_arc(Number at, std::uint8_t side, const Arc& arc) {
    store::Key key = arcs_key(space_, at, side);
    key.u8(static_cast<std::uint8_t>(arc.kind)).u64(arc.item);
    key.u64(side == arcs_in ? arc.from : arc.to);
    writing_.put(key.str(), store::seal(key.str(), 1, {}));
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
    link_records.put(writing_, numbered_key(space_, store::Table::thread_link, link.number), link);
    const Arc arc{link.from, link.kind, link.to, link.number};
    mark_arc(link.to, arcs_in, arc);
    mark_arc(link.from, arcs_out, arc);
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
    store::Writer digest;
    digest.text(base_.digest);
    for (const Number head : made.heads)
        digest.raw(raw_id(node(head).id));
    for (const Number item : fresh_) {
        const auto link = this->link(item);
        if (!link) ++made.nodes;
        digest.text(link ? node(link->from).id + node(link->to).id : node(item).id);
    }
    made.digest = sha256(digest.str());
    made.added = base_.added;
    made.added.insert(made.added.end(), fresh_.begin(), fresh_.end());
    std::sort(made.added.begin(), made.added.end());
    if (made.added.size() > max_added) {
        made.set = with_numbers(writing_, space_, made.set, made.added, counters_.parts);
        made.added.clear();
    }
    version_records.put(writing_, numbered_key(space_, store::Table::thread_version, made.number),
                        made);
    head_records.put(writing_, store::Key(space_, store::Table::thread_head), counters_);
    store::log_change(writing_, space_, store::SpaceKind::thread, {made.number});
    return made;
}

}  // namespace tools::thread
