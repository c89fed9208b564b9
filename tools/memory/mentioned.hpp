#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// The other names of the things that a text names: runs of at most four of its
/// first 24 words that are names of facts.
std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text);

}  // namespace tools::memory
