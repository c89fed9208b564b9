#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/index.hpp"
#include "tools/text/rank.hpp"

#include <cstdint>
#include <span>

namespace tools::text {

/// The best hits over tail and segments of a snapshot.
Found search(const store::ReadTxn& txn, store::Space space, std::span<const QueryTerm> query,
             const Wanted& wanted);

/// How many documents tail and segments hold.
std::uint64_t documents(const store::ReadTxn& txn, store::Space space);

}  // namespace tools::text
