#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory::coverage {

/// What was drawn from a source so far (LM12, the seed's output rules).
struct Harvest {
    std::uint64_t episodes = 0;                         ///< ever written, ontology apart
    std::uint64_t replaced = 0;                         ///< of them, by better ones
    std::uint64_t forgotten = 0;                        ///< of them
    std::uint64_t facts = 0;                            ///< live ones
    std::uint64_t dated_episodes = 0, dated_facts = 0;  ///< live, with a time
    std::optional<Moment> first_said, last_said;
    std::uint64_t new_patterns = 0;      ///< predicates in use whose pattern came with this source
    std::uint64_t revised_patterns = 0;  ///< such, in an episode that replaced another
    std::uint64_t reused_patterns = 0;   ///< whose pattern was there for something else
    std::vector<std::string> without_pattern;  ///< predicates in use that no pattern covers
};

/// Looks at the newest 20,000 facts of a source. `check` is called now and then.
Harvest harvest(const store::ReadTxn& txn, store::Space space, const std::string& source,
                const std::function<void()>& check);

}  // namespace tools::memory::coverage
