#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// The predicate that says that two names are of one thing (LM8).
inline constexpr const char* alias_predicate = "alias_of";

/// The first 24 words of a text as they are spelled between blanks, without signs at
/// their ends.
std::vector<std::string> spelled_words(std::string_view text);

/// A name and all others of the same thing, followed both ways through live
/// `alias_of` facts; at most 20.
std::vector<std::string> names_of(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name);

/// The other names of the things that a text names: runs of at most four of its
/// first 24 words that are names of facts.
std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text);

/// The names that a word may have meant: those that begin as it does or are spelled
/// nearly so, at most `most`.
std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    std::string_view word, std::size_t most);

}  // namespace tools::memory
