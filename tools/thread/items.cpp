#include "tools/thread/items.hpp"

#include "store/content.hpp"
#include "tools/digest.hpp"
#include "tools/thread/tables.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

std::string arc_mark(store::Space space, Number at, std::uint8_t side, const Arc& arc) {
    store::Key key = arcs_key(space, at, side);
    key.u8(static_cast<std::uint8_t>(arc.kind)).u64(arc.item);
    key.u64(side == arcs_in ? arc.from : arc.to);
    return key.str();
}

/// Keys of the marks that a node or a link leaves at those it leads to.
std::vector<std::string> marks_of(store::Space space, const Node& node) {
    std::vector<std::string> out;
    const auto mark = [&](ArcKind kind, Number to) {
        out.push_back(arc_mark(space, to, arcs_in, {node.number, kind, to, node.number}));
    };
    for (const Number parent : node.parents)
        mark(ArcKind::causal, parent);
    for (const Number member : node.members)
        mark(ArcKind::member, member);
    if (node.target != 0) mark(ArcKind::target, node.target);
    return out;
}

std::vector<std::string> marks_of(store::Space space, const Link& link) {
    const Arc arc{link.from, link.kind, link.to, link.number};
    return {arc_mark(space, link.to, arcs_in, arc), arc_mark(space, link.from, arcs_out, arc)};
}

/// The nodes at which an item leaves another mark than that of a child.
std::vector<Number> tied_by(const Node& node) {
    std::vector<Number> out = node.members;
    if (node.target != 0) out.push_back(node.target);
    return out;
}

std::vector<std::string> ties_of(store::Space space, const std::vector<Number>& numbers) {
    std::vector<std::string> out;
    for (const Number number : numbers)
        out.push_back(numbered_key(space, store::Table::thread_tied, number).str());
    return out;
}

void put_marks(store::WriteTxn& txn, const std::vector<std::string>& keys) {
    for (const std::string& key : keys)
        txn.put(key, store::seal(key, 1, {}));
}

store::Key id_key(store::Space space, std::string_view id) {
    return named_key(space, store::Table::thread_id, raw_id(id));
}

}  // namespace

std::string node_id(const View& view, const Node& node, const Words& words,
                    std::string_view on_version) {
    store::Writer to;
    to.u8(1).u8(static_cast<std::uint8_t>(node.kind)).u8(static_cast<std::uint8_t>(node.role));
    to.u8(node.args_object ? 1 : 0);
    for (const std::string* text : {&words.text, &words.name, &words.model, &words.metadata,
                                    &words.logprobs, &node.call_id, &node.strategy, &words.nonce})
        to.text(*text);
    for (const auto* list : {&node.parents, &node.members}) {
        std::vector<std::string> ids;
        for (const Number number : *list)
            ids.push_back(view.node(number).id);
        std::sort(ids.begin(), ids.end());
        to.varint(ids.size());
        for (const std::string& id : ids)
            to.raw(raw_id(id));
    }
    to.text(node.target == 0 ? std::string() : view.node(node.target).id);
    to.text(on_version);
    return sha256(to.str());
}

std::string version_digest(const View& view, std::string_view base, std::span<const Number> heads,
                           std::span<const Number> added) {
    store::Writer digest;
    digest.text(base);
    for (const Number head : heads)
        digest.raw(raw_id(view.node(head).id));
    for (const Number item : added) {
        const auto link = view.link(item);
        digest.text(link ? view.node(link->from).id + view.node(link->to).id : view.node(item).id);
    }
    return sha256(digest.str());
}

std::optional<Number> number_of(const store::ReadTxn& txn, store::Space space,
                                std::string_view id) {
    const auto found = id_records.find(txn, id_key(space, id));
    if (!found) return std::nullopt;
    return found->number;
}

Head read_head(const store::ReadTxn& txn, store::Space space) {
    return head_records.find(txn, store::Key(space, store::Table::thread_head)).value_or(Head{});
}

void write_head(store::WriteTxn& txn, store::Space space, const Head& head) {
    head_records.put(txn, store::Key(space, store::Table::thread_head), head);
}

void write_node(store::WriteTxn& txn, store::Space space, Node node, const Words& words) {
    node.content = store::add_content(txn, space, words_text(words));
    id_records.put(txn, id_key(space, node.id), {node.number});
    node_records.put(txn, numbered_key(space, store::Table::thread_node, node.number), node);
    put_marks(txn, marks_of(space, node));
    put_marks(txn, ties_of(space, tied_by(node)));
    if (node.number == 1) put_marks(txn, ties_of(space, {all_ties}));
}

void write_link(store::WriteTxn& txn, store::Space space, const Link& link) {
    link_records.put(txn, numbered_key(space, store::Table::thread_link, link.number), link);
    put_marks(txn, marks_of(space, link));
    put_marks(txn, ties_of(space, {link.from, link.to}));
}

void drop_pending(store::WriteTxn& txn, store::Space space, std::int64_t now) {
    Head head = read_head(txn, space);
    if (head.pending == 0) return;
    for (; head.pending > 0; --head.pending, --head.items) {
        const View view(txn, space, {});
        const store::Key of_link = numbered_key(space, store::Table::thread_link, head.items);
        std::vector<std::string> gone;
        if (const auto link = view.link(head.items)) {
            gone = marks_of(space, *link);
            gone.push_back(of_link.str());
        } else {
            const Node node = view.node(head.items);
            gone = marks_of(space, node);
            gone.push_back(id_key(space, node.id).str());
            gone.push_back(numbered_key(space, store::Table::thread_node, head.items).str());
            store::erase_content(txn, space, node.content, "import not finished", now);
        }
        for (const std::string& key : gone)
            txn.erase(key);
    }
    write_head(txn, space, head);
}

}  // namespace tools::thread
