#pragma once

#include "store/txn.hpp"
#include "tools/memory/recall.hpp"
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

/// True for a fact that is not so at the moment asked about: ended, later, removed.
bool is_past(const FoundFact& found);

/// Puts what is true before what is not (LM10): in a list by score, a fact that is_past()
/// moves right behind the first current or undated one of the same subject and predicate
/// that has at least `near_equal` of its score, unless the question names more of the
/// past one's object.
inline constexpr double near_equal = .4;
void current_first(std::vector<FoundFact>& found, const Naming& question);

/// 0 for a fact with dates; under a moment asked about, 1 for one without, 2 where it
/// was said later than that.
int tier_of(const FoundFact& found, const std::optional<Moment>& said, const Filters& filters);

}  // namespace tools::memory
