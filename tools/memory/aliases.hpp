#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// The predicate that joins two names of one thing without any pattern.
inline constexpr const char* alias_predicate = "alias_of";

/// The labels of predicates whose facts name one thing twice: alias_of and those
/// that a live pattern marks (LM8).
std::vector<std::string> alias_predicates(const store::ReadTxn& txn, store::Space space);

/// Every name of the thing a name means, the given one first: live alias facts are
/// followed in both directions, to at most 32 names.
std::vector<std::string> names_of(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name);

}  // namespace tools::memory
