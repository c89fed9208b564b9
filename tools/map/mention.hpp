#pragma once

#include "tools/map/model.hpp"

#include <string_view>
#include <vector>

namespace tools::map {

/// The ids that stand in a text by themselves, in any case, each once. A part of a
/// path, an address or a longer word is none.
std::vector<NodeId> named_ids(std::string_view text);

/// True if a name stands in a text as a whole, neither inside a word nor a path.
bool stands_in(std::string_view name, std::string_view text);

/// The path or file name that an artifact's words begin with; empty if they begin
/// with plain words.
std::string_view path_of(std::string_view text);

}  // namespace tools::map
