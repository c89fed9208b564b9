#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>

namespace tools::memory {

/// Retires the episodes of a dataspace that were stored more than so many days ago, the
/// oldest first, at most about 2,000 facts of them (LM14). The counters change in `head`,
/// which the caller commits. True where more are left.
bool retire_old(store::WriteTxn& txn, store::Space space, Head& head, std::int64_t days,
                std::int64_t now_ms);

}  // namespace tools::memory
