#include "tools/map/stored_map.hpp"

#include "store/content.hpp"
#include "store/journal.hpp"
#include "store/table.hpp"
#include "tools/map/index.hpp"
#include "tools/map/open_nodes.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace tools::map {
namespace {

using store::Key;
using store::Table;

enum class Side : std::uint8_t { out = 1, in = 2 };

constexpr std::uint64_t kept_singly = 1000;      ///< revisions whose delta stands alone (CM14)
constexpr std::uint64_t revisions_joined = 100;  ///< revisions in one record behind them

constexpr store::Records<Head> heads{Table::map_head};
constexpr store::Records<Node> node_records{Table::map_node};
constexpr store::Records<Delta> deltas{Table::map_delta};

Key id_key(store::Space space, Table table, NodeId id) {
    Key key(space, table);
    key.u8(static_cast<std::uint8_t>(id.type)).u32(id.number);
    return key;
}

Key node_key(store::Space space, NodeId id) {
    return id_key(space, Table::map_node, id);
}

Key edge_key(store::Space space, const Edge& edge, Side side) {
    const NodeId here = side == Side::out ? edge.from : edge.to;
    const NodeId other = side == Side::out ? edge.to : edge.from;
    Key key = node_key(space, here);
    key.u8(static_cast<std::uint8_t>(side)).u8(static_cast<std::uint8_t>(edge.kind));
    key.u8(static_cast<std::uint8_t>(other.type)).u32(other.number);
    return key;
}

Key retired_key(store::Space space, NodeId id) {
    return id_key(space, Table::map_retired, id);
}

/// Sets or takes away a mark, a record without fields.
void mark(store::WriteTxn& txn, const Key& key, bool present) {
    if (present)
        txn.put(key.str(), store::seal(key.str(), 1, {}));
    else
        txn.erase(key.str());
}

/// Newest first: the next one lands on the page of the map's head.
Key delta_key(store::Space space, std::uint64_t revision) {
    return std::move(Key(space, Table::map_delta).u64(~revision));
}

/// The deltas behind a revision.
store::Range deltas_after(store::Space space, std::uint64_t revision) {
    return {Key(space, Table::map_delta).str(), delta_key(space, revision).str()};
}

/// Takes one key of a node's range: the node itself or an edge at it.
void take(std::string_view key, std::string_view record, std::optional<Entry>& entry) {
    store::Reader parts = store::parts(key);
    const NodeId id = decode_id(parts);
    if (parts.done()) {
        node_records.open(key, record, entry.emplace().node);
        entry->node.id = id;
        return;
    }
    if (!entry) store::throw_corrupt(Table::map_node, key, "an edge stands without its node");
    constexpr std::size_t few_edges = 4;
    const auto side = static_cast<Side>(parts.u8());
    const std::uint8_t kind = parts.u8();
    if (kind >= edge_kinds) store::throw_corrupt(Table::map_node, key, "an unknown edge kind");
    const NodeId other = decode_id(parts);
    auto& edges = side == Side::out ? entry->out : entry->in;
    if (edges.empty()) edges.reserve(few_edges);
    if (side == Side::out)
        edges.push_back({id, static_cast<EdgeKind>(kind), other});
    else
        edges.push_back({other, static_cast<EdgeKind>(kind), id});
}

void read_entry(const store::ReadTxn& txn, const store::Range& range, std::optional<Entry>& entry,
                store::Scan how = {}) {
    txn.scan(range, how, [&](std::string_view key, std::string_view record) {
        take(key, record, entry);
        return true;
    });
}

std::vector<NodeId> recent_nodes(const store::ReadTxn& txn, store::Space space,
                                 std::uint64_t revision, std::size_t limit) {
    std::vector<NodeId> out;
    std::set<NodeId> seen;
    deltas.scan(
        txn, deltas_after(space, revision), {std::max<std::size_t>(limit, 1)},
        [&](std::string_view /*key*/, const Delta& delta) {
            for (const NodeChange& change : delta.nodes)
                if (change.after && out.size() < limit && seen.insert(change.after->id).second)
                    out.push_back(change.after->id);
            return out.size() < limit;
        });
    return out;
}

std::vector<std::optional<Node>> nodes(const store::ReadTxn& txn, store::Space space,
                                       std::span<const NodeId> ids) {
    std::vector<std::string> keys;
    keys.reserve(ids.size());
    for (const NodeId id : ids)
        keys.push_back(node_key(space, id).str());
    const auto records = txn.multi_get(keys);
    std::vector<std::optional<Node>> out(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!records[i]) continue;
        node_records.open(keys[i], *records[i], out[i].emplace());
        out[i]->id = ids[i];
    }
    return out;
}

Words words_at(const store::ReadTxn& txn, store::Space space, std::uint64_t content) {
    if (content == 0) return {};
    return decode_words(store::stored_content(txn, space, content)).words;
}

void fill_words(const store::ReadTxn& txn, store::Space space, Delta& delta) {
    for (NodeChange& change : delta.nodes)
        for (auto* side : {&change.before, &change.after})
            if (*side) (*side)->words = words_at(txn, space, (*side)->content);
}

}  // namespace

Head read_head(const store::ReadTxn& txn, store::Space space) {
    return heads.find(txn, Key(space, Table::map_head)).value_or(Head{});
}

Reader reader(const store::ReadTxn& txn, store::Space space) {
    Reader out;
    out.head = read_head(txn, space);
    out.entries = [&txn, space](std::span<const NodeId> ids) {
        std::vector<std::optional<Entry>> found(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            read_entry(txn, node_key(space, ids[i]).range(), found[i]);
        return found;
    };
    out.nodes = [&txn, space](std::span<const NodeId> ids) { return nodes(txn, space, ids); };
    out.words = [&txn, space](const Node& node) { return words_at(txn, space, node.content); };
    out.open = [&txn, space](NodeType type, std::size_t limit, First first) {
        return open_nodes(txn, space, type, {limit, first});
    };
    out.nearby = [&txn, space](std::span<const NodeId> ids, std::size_t edges) {
        std::vector<std::size_t> order(ids.size());  // by key: neighbours share pages
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
        std::vector<std::optional<Entry>> found(ids.size());
        for (const std::size_t i : order)
            read_entry(txn, node_key(space, ids[i]).range(), found[i], {.limit = edges + 1});
        return found;
    };
    out.matching = [&txn, space](std::string_view text, std::size_t limit, double least) {
        return matching_nodes(txn, space, text, limit, least);
    };
    out.similar = [&txn, space](std::span<const std::string> texts, std::size_t limit) {
        return similar_nodes(txn, space, texts, limit);
    };
    out.retired = [&txn, space](NodeId id) {
        return txn.get(retired_key(space, id).str()).has_value();
    };
    out.recent = [&txn, space](std::uint64_t revision, std::size_t limit) {
        return recent_nodes(txn, space, revision, limit);
    };
    return out;
}

Reader empty_reader() {
    Reader out;
    out.entries = [](std::span<const NodeId> ids) {
        return std::vector<std::optional<Entry>>(ids.size());
    };
    out.nodes = [](std::span<const NodeId> ids) {
        return std::vector<std::optional<Node>>(ids.size());
    };
    out.words = [](const Node& node) { return node.words; };
    out.open = [](NodeType, std::size_t, First) { return std::vector<NodeId>{}; };
    out.nearby = [](std::span<const NodeId> ids, std::size_t) {
        return std::vector<std::optional<Entry>>(ids.size());
    };
    out.matching = [](std::string_view, std::size_t, double) { return std::vector<Match>{}; };
    out.similar = [](std::span<const std::string> texts, std::size_t) {
        return std::vector<std::vector<NodeId>>(texts.size());
    };
    out.retired = [](NodeId) { return false; };
    out.recent = [](std::uint64_t, std::size_t) { return std::vector<NodeId>{}; };
    return out;
}

namespace {

void write_node(store::WriteTxn& txn, store::Space space, NodeChange& change,
                const text::Analyzer& analyzer) {
    const auto& before = change.before;
    auto& after = change.after;
    if (before && after) {
        const bool same_words = before->words == after->words;
        if (same_words || after->content == before->content)
            after->content = same_words ? before->content : 0;
    }
    if (before && before->content != 0 && (!after || after->content != before->content))
        unindex_words(txn, space, before->content);
    if (after) {
        if (after->content == 0)
            after->content =
                store::add_content(txn, space, encode_words({after->id, after->words}));
        if (!before || before->content != after->content)
            index_words(txn, space, analyzer, after->content, after->words);
        node_records.put(txn, node_key(space, after->id), *after);
    } else {
        txn.erase(node_key(space, before->id).str());
    }
    const NodeId id = (after ? after : before)->id;
    const bool was_open = before && is_open(*before);
    const bool now_open = after && is_open(*after);
    if (was_open != now_open) mark_open(txn, space, id, now_open);
    if (!after || !before) mark(txn, retired_key(space, id), !after);
}

void write_edges(store::WriteTxn& txn, store::Space space, const Delta& delta) {
    for (const Side side : {Side::out, Side::in}) {
        for (const Edge& edge : delta.removed)
            txn.erase(edge_key(space, edge, side).str());
        for (const Edge& edge : delta.added) {
            const Key key = edge_key(space, edge, side);
            txn.put(key.str(), store::seal(key.str(), 1, {}));
        }
    }
}

/// Joins a hundred revisions once they lie behind the thousand kept singly.
void join_old(store::WriteTxn& txn, store::Space space, std::uint64_t revision) {
    if (revision % revisions_joined != 0 || revision <= kept_singly) return;
    const std::uint64_t last = revision - kept_singly;
    const store::Range block{delta_key(space, last).str(),
                             delta_key(space, last - revisions_joined).str()};
    std::vector<Delta> parts;
    deltas.scan(txn, block, {.reverse = true}, [&](std::string_view /*key*/, Delta delta) {
        fill_words(txn, space, delta);
        parts.push_back(std::move(delta));
        return true;
    });
    if (parts.empty()) return;
    txn.erase_range(block);
    deltas.put(txn, delta_key(space, last), combine_all(std::move(parts)));
}

}  // namespace

void write_head(store::WriteTxn& txn, store::Space space, const Head& head) {
    heads.put(txn, Key(space, Table::map_head), head);
}

void write_delta(store::WriteTxn& txn, store::Space space, const Head& after, Delta& delta) {
    const text::Analyzer analyzer;
    for (NodeChange& change : delta.nodes)
        write_node(txn, space, change, analyzer);
    write_edges(txn, space, delta);
    deltas.put(txn, delta_key(space, delta.revision), delta);
    join_old(txn, space, delta.revision);
    write_head(txn, space, after);
    store::log_change(txn, space, store::SpaceKind::map, store::Revision{delta.revision});
}

void scan_history(const store::ReadTxn& txn, store::Space space, std::uint64_t revision,
                  const std::function<bool(Delta&)>& visit) {
    deltas.scan(txn, deltas_after(space, revision), {}, [&](std::string_view /*key*/, Delta delta) {
        fill_words(txn, space, delta);
        return visit(delta);
    });
}

void scan_deltas(const store::ReadTxn& txn, store::Space space,
                 const std::function<void(Delta&)>& visit) {
    deltas.scan(txn, Key(space, Table::map_delta).range(), {.reverse = true},
                [&](std::string_view /*key*/, Delta delta) {
                    fill_words(txn, space, delta);
                    visit(delta);
                    return true;
                });
}

std::vector<NodeId> retired_nodes(const store::ReadTxn& txn, store::Space space) {
    std::vector<NodeId> out;
    txn.scan(Key(space, Table::map_retired).range(), {},
             [&](std::string_view key, std::string_view /*mark*/) {
                 store::Reader parts = store::parts(key);
                 out.push_back(decode_id(parts));
                 return true;
             });
    return out;
}

void retire_node(store::WriteTxn& txn, store::Space space, NodeId id) {
    mark(txn, retired_key(space, id), true);
}

void put_node(store::WriteTxn& txn, store::Space space, const Node& node) {
    node_records.put(txn, node_key(space, node.id), node);
}

std::optional<Delta> find_delta(const store::ReadTxn& txn, store::Space space,
                                std::uint64_t revision) {
    std::optional<Delta> found;
    if (revision == 0) return found;
    const store::Range range = deltas_after(space, revision - 1);
    deltas.scan(txn, range, {.limit = 1, .reverse = true}, [&](std::string_view, Delta delta) {
        if (delta.first <= revision) found = std::move(delta);
        return false;
    });
    if (found) fill_words(txn, space, *found);
    return found;
}

void scan_nodes(const store::ReadTxn& txn, store::Space space, std::optional<NodeId> after,
                const std::function<bool(Entry&)>& visit) {
    store::Range range = Key(space, Table::map_node).range();
    if (after) range.low = node_key(space, *after).range().high;
    std::optional<Entry> current;
    bool more = true;
    const auto flush = [&] {
        if (!current) return;
        current->node.words = words_at(txn, space, current->node.content);
        more = visit(*current);
        current.reset();
    };
    txn.scan(range, {}, [&](std::string_view key, std::string_view record) {
        store::Reader parts = store::parts(key);
        if (current && decode_id(parts) != current->node.id) flush();
        if (more) take(key, record, current);
        return more;
    });
    if (more) flush();
}

}  // namespace tools::map
