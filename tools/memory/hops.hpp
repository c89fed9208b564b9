#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tools::memory {

/// A fact that hangs on another one by a name that both use.
struct Hop {
    Fact fact;
    std::string via;  ///< the name that leads to it, as the fact nearer to the start writes it
};

/// The facts one step and then two steps away from some facts, along the names they use;
/// nearer ones first, then the newest. Values lead nowhere, and so do names that more than
/// 24 live facts use: what hangs on them says little about the start (LM10).
std::vector<Hop> hops(const store::ReadTxn& txn, store::Space space, std::span<const Fact> from,
                      std::size_t most, const std::function<bool(const Fact&)>& accepts);

}  // namespace tools::memory
