#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// What a word that nothing is stored under may have meant, nearest first, at most
/// `most`: what begins with it, what is spelled nearly so (a letter more, less, another
/// or two swapped; for longer words up to three of these), and what holds such a word.
/// Looks at some 300 names of each beginning alike, then at the first 1,000, and is meant
/// for answers that have nothing else to say.
std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    std::string_view word, std::size_t most);
std::vector<std::string> near_predicates(const store::ReadTxn& txn, store::Space space,
                                         std::string_view label, std::size_t most);

/// The same for the sources of episodes and of coverage; the last part of a path counts
/// as a name too.
std::vector<std::string> near_sources(const store::ReadTxn& txn, store::Space space,
                                      std::string_view source, std::size_t most);

}  // namespace tools::memory
