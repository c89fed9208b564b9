#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tools {

/// A text as a part of a URI: all but unreserved signs as %XX.
std::string uri_encoded(std::string_view text);

/// Undoes %XX; nothing where a part is no escape or the bytes are no UTF-8.
std::optional<std::string> uri_decoded(std::string_view part);

}  // namespace tools
