#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// The other names of the things that a text names: runs of at most four of its
/// first 24 words that are names of facts.
std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text);

/// The names that a word may have meant: those that begin as it does or are spelled
/// nearly so, at most `most`.
std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    std::string_view word, std::size_t most);

}  // namespace tools::memory
