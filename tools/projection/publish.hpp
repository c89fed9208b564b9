#pragma once

#include "store/space.hpp"
#include "store/store.hpp"
#include "tools/projection/graphify.hpp"
#include "tools/projection/model.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace tools::projection {

/// What a call is about.
struct Order {
    std::optional<Selection> selection;  ///< nothing: what is stored is published again (P19)
    std::string corpus;                  ///< empty: the one of the selection or the directory
    std::string directory;               ///< absolute; empty: nothing is published
    std::string graphify_python;         ///< checks the files with this Python's Graphify
    std::chrono::milliseconds graphify_limit = std::chrono::seconds(60);
};

/// What was applied and published.
struct Built {
    State state;
    bool changed = false;  ///< false: the store held all of it before
    std::size_t nodes = 0, edges = 0;
};

/// Applies the selection, if there is one, and publishes what is stored (P19, P24..P26).
/// state.json of the directory is taken over by a store that does not know its corpus; a
/// directory that is newer than the store is refused.
Built carry_out(store::Store& store, const store::Reach& reach, Order order);

}  // namespace tools::projection
