#pragma once

#include "tools/catalog.hpp"

namespace tools::memory {

/// Takes a line of the reference memory server's `memory.jsonl` into the default
/// dataspace (LM15): an entity becomes episodes of its observations, at most 100 in
/// each, a relation an episode of one fact. Facts that are stored already are left
/// out, so that a file that grew can be imported again.
Taken take_reference(store::WriteTxn& txn, const Call& call, const Json& line);

}  // namespace tools::memory
