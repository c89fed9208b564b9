#pragma once

#include "tools/map/delta.hpp"
#include "tools/map/stored_map.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tools::map {

/// One entry of a map's history: a revision, or several in one (CM14).
struct Told {
    std::uint64_t first = 0, revision = 0;
    std::int64_t time = 0;            ///< ms since 1970 UTC
    std::vector<std::string> lines;   ///< as delta_lines in full
    std::vector<std::string> before;  ///< the old lines of nodes that were changed or removed
};

/// Only what a delta did to a node and its edges.
Delta only(const Delta& delta, NodeId node);

/// A delta told, invisible characters shown.
Told tell(const Delta& delta);

/// What became different between two revisions, the older one left out. Throws
/// invalid when one of them lies inside joined revisions, naming those around it.
Delta between(const store::ReadTxn& txn, store::Space space, std::uint64_t older,
              std::uint64_t newer);

}  // namespace tools::map
