#include "tools/map/selection.hpp"

#include "tools/map/history.hpp"
#include "tools/map/stored_map.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace tools::map {
namespace {

using Ids = std::vector<NodeId>;

/// Shows the nodes of a sorted list of ids, a batch of reads at a time.
void walk_ids(const Reader& reader, const Ids& ids, std::optional<NodeId> after,
              const std::function<bool(Entry&)>& visit) {
    constexpr std::size_t batch = 64;
    auto next = after ? std::upper_bound(ids.begin(), ids.end(), *after) : ids.begin();
    while (next != ids.end()) {
        const auto size = std::min<std::ptrdiff_t>(batch, ids.end() - next);
        auto entries = reader.entries(std::span(&*next, static_cast<std::size_t>(size)));
        next += size;
        for (auto& entry : entries) {
            if (!entry) continue;
            entry->node.words = reader.words(entry->node);
            if (!visit(*entry)) return;
        }
    }
}

bool holds(const Ids& ids, NodeId id) {
    return std::binary_search(ids.begin(), ids.end(), id);
}

Selected open_part(const Conversation& map) {
    Ids ids;
    ids.reserve(map.reader.head.nodes);
    for (std::size_t type = 0; type < type_count; ++type) {
        const Ids newest_first = map.reader.open(
            static_cast<NodeType>(type), std::numeric_limits<std::size_t>::max(), First::newest);
        ids.insert(ids.end(), newest_first.rbegin(), newest_first.rend());
    }
    Selected out;
    out.nodes = ids.size();
    out.edges = map.reader.head.edges;
    out.exact = out.nodes == map.reader.head.nodes;
    out.selection.keep = [ids](const Edge& edge) { return holds(ids, edge.to); };
    out.selection.walk = [&reader = map.reader, ids = std::move(ids)](std::optional<NodeId> after,
                                                                      const auto& visit) {
        walk_ids(reader, ids, after, visit);
    };
    return out;
}

Selected whole(const store::ReadTxn& txn, const Conversation& map) {
    Selected out;
    out.nodes = map.reader.head.nodes;
    out.edges = map.reader.head.edges;
    out.exact = true;
    out.selection.keep = [](const Edge&) { return true; };
    out.selection.walk = [&txn, space = map.space](std::optional<NodeId> after, const auto& visit) {
        if (space) scan_nodes(txn, *space, after, visit);
    };
    return out;
}

/// What the revisions after one came to, as one delta.
Delta changes_since(const store::ReadTxn& txn, store::Space space, std::uint64_t revision) {
    std::vector<Delta> found;
    scan_history(txn, space, revision, [&](Delta& delta) {
        found.push_back(std::move(delta));
        return true;
    });
    std::reverse(found.begin(), found.end());
    return combine_all(std::move(found));
}

Selected changed_part(const store::ReadTxn& txn, const Conversation& map, const Cursor& cursor) {
    Selected out;
    const Delta delta = changes_since(txn, *map.space, *cursor.since);
    const std::set<Edge> added(delta.added.begin(), delta.added.end());
    std::set<NodeId> found;
    for (const NodeChange& change : delta.nodes) {
        const Node& node = change.after ? *change.after : *change.before;
        if (!change.after)
            out.removed.push_back(to_string(node.id));
        else if (cursor.view == View::complete || is_open(node))
            found.insert(node.id);
    }
    for (const Edge& edge : added)
        found.insert({edge.from, edge.to});
    for (const Edge& edge : delta.removed)
        out.removed.push_back(to_string(edge));
    const Ids ids(found.begin(), found.end());
    out.nodes = ids.size();
    out.edges = added.size();
    out.exact = true;
    out.selection.keep = [added](const Edge& edge) { return added.contains(edge); };
    out.selection.walk = [&reader = map.reader, ids](std::optional<NodeId> after,
                                                     const auto& visit) {
        walk_ids(reader, ids, after, visit);
    };
    return out;
}

}  // namespace

Selected select(const store::ReadTxn& txn, const Conversation& map, const Cursor& cursor) {
    if (cursor.since && map.space) return changed_part(txn, map, cursor);
    return cursor.view == View::complete ? whole(txn, map) : open_part(map);
}

}  // namespace tools::map
