#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// Where a fact stands at a moment.
enum class Phase : std::uint8_t { current, later, ended };

constexpr auto names(Phase) {
    return std::array{"current", "later", "ended"};
}

Phase phase_of(const Fact& fact, std::int64_t at_ms);

/// A named thing with what is known of it (LM8).
struct Entity {
    std::vector<std::string> names;  ///< the shown one first, then its aliases
    std::vector<Fact> facts;         ///< live ones: current first, then later, then ended
};

/// The thing a name means; aliases are followed. The newest 500 facts of each name.
/// Nothing where no live fact uses it.
std::optional<Entity> find_entity(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name, std::int64_t at_ms);

/// The shortest chain of live facts between two things, at most 4 long; empty where
/// there is none.
std::vector<Fact> find_path(const store::ReadTxn& txn, store::Space space, const std::string& from,
                            const std::string& to);

}  // namespace tools::memory
