#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/meta.hpp"

#include <cstddef>

namespace tools::text {

/// Copies what counts of the parts of a merge on into its target, about so many postings.
/// True when nothing is left to copy.
bool merge_slice(store::WriteTxn& txn, store::Space space, Merge& merge, std::size_t work);

}  // namespace tools::text
