#pragma once

#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::memory {

/// `memory://episode/0190b5c2-...`
std::string episode_uri(const EpisodeId& id);
std::optional<EpisodeId> read_episode_uri(std::string_view uri);

/// A thing as a URI names it.
struct EntityUri {
    std::string dataspace, name;
};

/// `memory://entity/default/Harbor%20Gateway`
std::string entity_uri(const EntityUri& uri);
std::optional<EntityUri> read_entity_uri(std::string_view uri);

}  // namespace tools::memory
