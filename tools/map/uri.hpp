#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tools::map {

/// What a URI of the map family names.
struct MapUri {
    std::string conversation;
    bool focus = false;
};

/// `map://north%20plan`, or `map://north%20plan/focus`.
std::string to_uri(const MapUri& uri);

/// Reads one; nothing when it is none of this family or its name can be no map's.
std::optional<MapUri> read_uri(std::string_view uri);

}  // namespace tools::map
