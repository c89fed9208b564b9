#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tools::memory {

/// Puts facts of one episode into the text index of their dataspace.
void index_facts(store::WriteTxn& txn, store::Space space, const Episode& episode,
                 std::span<const Fact> facts);

}  // namespace tools::memory
