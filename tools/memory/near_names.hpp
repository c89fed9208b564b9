#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <string>
#include <vector>

namespace tools::memory {

/// Names in use that a person most likely meant by one that is not: by its beginning,
/// then by spelling among the first 5,000 names; at most 3.
std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    const std::string& name);

}  // namespace tools::memory
