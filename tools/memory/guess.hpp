#pragma once

#include "tools/memory/search.hpp"

#include <set>
#include <string>
#include <vector>

namespace tools::memory {

/// The words of the texts of which no term is known: names, numbers and ids before other
/// words, at most 5.
std::vector<std::string> unknown_in(const std::vector<std::string>& texts,
                                    const std::set<std::string>& known);

/// What each unknown word may have meant: stored names spelled nearly so, else predicates.
/// A word that holds a digit means nothing but itself.
Nearest nearest_to(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                   const std::vector<std::string>& unknown);

/// The same query for the nearest names.
Query with_nearest(const Query& query, const Nearest& nearest);

/// Adds the names, sources and predicates that the filters, and words that nothing stored
/// is near to by themselves, may have meant.
void add_near(SearchResult& to, const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
              const Filters& filters);

}  // namespace tools::memory
