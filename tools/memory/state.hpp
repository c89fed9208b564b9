#pragma once

#include "store/txn.hpp"
#include "tools/memory/search.hpp"

namespace tools::memory {

/// Fills in when a found fact holds and how it stands: at the moment asked about,
/// else now.
void tell_state(const store::ReadTxn& txn, FoundFact& found, const Filters& filters,
                std::int64_t now);

/// What its state takes from a fact's score.
double behind_others(const FoundFact& found, const std::optional<Moment>& said,
                     const Filters& filters);

}  // namespace tools::memory
