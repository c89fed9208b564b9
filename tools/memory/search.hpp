#pragma once

#include "store/txn.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/model.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tools::memory {

/// A fact that a search found.
struct FoundFact {
    const Dataspace* dataspace = nullptr;
    Fact fact;
    double score = 0;
};

/// The best live facts for a text, over some dataspaces.
std::vector<FoundFact> search(const store::ReadTxn& txn, std::span<const Dataspace> dataspaces,
                              const std::string& query, std::size_t most);

}  // namespace tools::memory
