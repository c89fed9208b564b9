#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// Bytes as base64 with padding (RFC 4648).
std::string base64(std::string_view bytes);

/// The bytes that a base64 text with padding stands for; nothing where it is none.
std::optional<std::string> base64_bytes(std::string_view text);

}  // namespace mcp
