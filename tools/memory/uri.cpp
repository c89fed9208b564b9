#include "tools/memory/uri.hpp"

#include "tools/text/line.hpp"
#include "tools/uri_part.hpp"

namespace tools::memory {
namespace {

constexpr std::string_view episodes = "memory://episode/";
constexpr std::string_view entities = "memory://entity/";

}  // namespace

std::string episode_uri(const EpisodeId& id) {
    return std::string(episodes) + std::string(id.str());
}

std::optional<EpisodeId> read_episode_uri(std::string_view uri) {
    if (!uri.starts_with(episodes)) return std::nullopt;
    return read_episode_id(std::string(uri.substr(episodes.size())));
}

std::string entity_uri(const EntityUri& uri) {
    return std::string(entities) + uri_encoded(uri.dataspace) + "/" + uri_encoded(uri.name);
}

std::optional<EntityUri> read_entity_uri(std::string_view uri) {
    if (!uri.starts_with(entities)) return std::nullopt;
    uri.remove_prefix(entities.size());
    const std::size_t slash = uri.find('/');
    if (slash == std::string_view::npos ||
        uri.find_first_of("/?#", slash + 1) != std::string_view::npos)
        return std::nullopt;
    const auto dataspace = uri_decoded(uri.substr(0, slash));
    const auto name = uri_decoded(uri.substr(slash + 1));
    if (!dataspace || !name || dataspace->empty() || text::line_fault(text::trim(*name), max_name))
        return std::nullopt;
    return EntityUri{*dataspace, *name};
}

}  // namespace tools::memory
