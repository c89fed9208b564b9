#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/map/model.hpp"

#include <cstddef>
#include <vector>

namespace tools::map {

struct OpenAsked {
    std::size_t limit;
    First first;
};

/// Open nodes of a type by number.
std::vector<NodeId> open_nodes(const store::ReadTxn& txn, store::Space space, NodeType type,
                               OpenAsked asked);

/// Notes whether a node is open. The marks of a small map share one page with its
/// head, so that an update dirties none for them.
void mark_open(store::WriteTxn& txn, store::Space space, NodeId id, bool open);

}  // namespace tools::map
