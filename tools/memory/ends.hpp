#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/draft.hpp"
#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <string>
#include <vector>

namespace tools::memory {

/// A stored fact that a write ends, as it was read and checked.
struct End {
    Fact fact;
    Closing closing;
};

/// Reads `ends` of a write (LM6a): each fact is live, in this dataspace and begins
/// before it ends. Faults are added with their paths.
std::vector<End> check_ends(const store::ReadTxn& txn, std::optional<store::Space> space,
                            const std::vector<EndDraft>& drafts, std::int64_t now_ms,
                            std::vector<Finding>& faults, std::vector<Finding>& noted);

}  // namespace tools::memory
