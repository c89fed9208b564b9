#pragma once

#include "store/txn.hpp"
#include "tools/memory/search.hpp"

namespace tools::memory {

/// Fills in when a found fact holds and how it stands: at the moment asked about,
/// else now.
void tell_state(FoundFact& found, const Filters& filters, std::int64_t now);

/// Marks an open fact that a newer live one of the same words says has ended (LM6a).
/// True when it did. The columns are of its dataspace.
bool doubt(const store::ReadTxn& txn, const Columns& columns, FoundFact& found,
           const Filters& filters);

/// What its state takes from a fact's score.
double behind_others(const FoundFact& found);

/// 0 for a fact with dates; under a moment asked about, 1 for one without, 2 where it
/// was said later than that.
int tier_of(const FoundFact& found, const std::optional<Moment>& said, const Filters& filters);

}  // namespace tools::memory
