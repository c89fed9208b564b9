#pragma once

#include "store/table.hpp"
#include "tools/memory/model.hpp"
#include "tools/memory/records.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// Records and keys of a dataspace's tables, for the files that read and write them.

inline constexpr store::Records<Head> heads{store::Table::memory_head};
inline constexpr store::Records<Episode> episode_records{store::Table::memory_episode, 2};
inline constexpr store::Records<NameEntry> name_records{store::Table::memory_name};
inline constexpr store::Records<NameEntry> predicate_records{store::Table::memory_predicate};

store::Key head_key(store::Space space);
store::Key episode_key(store::Space space, const EpisodeId& id);

/// Of a name's normal form or of a label: long ones are cut, a digest behind them.
store::Key name_key(store::Space space, std::string_view name);
store::Key predicate_key(store::Space space, std::string_view label);

/// Under which the packed id of an episode that says the same in all fields is found.
inline constexpr std::uint8_t equal_version = 2;
store::Key equal_key(store::Space space, const Episode& episode, const std::vector<Fact>& facts);

}  // namespace tools::memory
