#pragma once

#include "store/bytes.hpp"
#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/projection/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::projection {

void encode(const HighWater& mark, store::Writer& out);
void decode(store::Reader& in, HighWater& mark);
void encode(const Tombstone& stone, store::Writer& out);
void decode(store::Reader& in, Tombstone& stone);

/// What is stored of a corpus; nothing when it is not known.
std::optional<State> find_state(const store::ReadTxn& txn, const store::Reach& reach,
                                const std::string& corpus);

/// Stores a corpus whole and logs the change. High-water marks and tombstones that stand
/// already are written only where they differ.
void put_state(store::WriteTxn& txn, const store::Reach& reach, const State& state);

}  // namespace tools::projection
