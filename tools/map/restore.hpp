#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/map/delta.hpp"

#include <cstdint>

namespace tools::map {

/// What takes a map back to an older revision, as the next one (CM14). Throws
/// Error invalid for a revision that is not there or lies within a hundred that
/// were joined, naming the nearest that can be had.
Delta restoring_delta(const store::ReadTxn& txn, store::Space space, std::uint64_t revision);

}  // namespace tools::map
