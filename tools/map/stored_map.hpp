#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/map/records.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// A map in the store. Nodes stand with their edges, so that one short range
/// tells a node's neighbourhood; words stand once, in the content table.

/// The counters of a map; all zero where nothing was stored.
Head read_head(const store::ReadTxn& txn, store::Space space);

/// Reads through to the store. The transaction must outlive it.
Reader reader(const store::ReadTxn& txn, store::Space space);
/// A map that holds nothing.
Reader empty_reader();

/// Carries a delta out: nodes, edges, open marks, words, index, history, counters
/// and the tenant's change log. Words without a content number get one.
void write_delta(store::WriteTxn& txn, store::Space space, const Head& after, Delta& delta);

/// Keeps a digest of attention lines although the map did not change.
void write_head(store::WriteTxn& txn, store::Space space, const Head& head);

/// Shows deltas from the newest back to the one after `revision`, until visit
/// returns false. Words are filled in.
void scan_history(const store::ReadTxn& txn, store::Space space, std::uint64_t revision,
                  const std::function<bool(Delta&)>& visit);

/// Shows every delta, the oldest first. Words are filled in.
void scan_deltas(const store::ReadTxn& txn, store::Space space,
                 const std::function<void(Delta&)>& visit);

/// The delta that led to a revision or holds it among others joined.
std::optional<Delta> find_delta(const store::ReadTxn& txn, store::Space space,
                                std::uint64_t revision);

/// Shows every node by type and number after an id, with its edges and words,
/// until visit returns false.
void scan_nodes(const store::ReadTxn& txn, store::Space space, std::optional<NodeId> after,
                const std::function<bool(Entry&)>& visit);

/// Ids that were given once and removed since.
std::vector<NodeId> retired_nodes(const store::ReadTxn& txn, store::Space space);

/// For maps that come back from an export: marks an id as removed; puts a node's record
/// without its words, edges or history.
void retire_node(store::WriteTxn& txn, store::Space space, NodeId id);
void put_node(store::WriteTxn& txn, store::Space space, const Node& node);

inline constexpr std::uint64_t kept_turns = 256;

std::optional<Turn> find_turn(const store::ReadTxn& txn, store::Space space, std::string_view turn);
/// Keeps a turn and drops the one 256 updates older. `turn.sequence` is the count of turns so far.
void write_turn(store::WriteTxn& txn, store::Space space, const Turn& turn);

/// The turns that still have their answer, the oldest first.
std::vector<Turn> kept_answers(const store::ReadTxn& txn, store::Space space);

}  // namespace tools::map
