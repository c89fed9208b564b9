#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace store {

/// Bytes as twice as many lower-case hex digits.
std::string to_hex(std::string_view bytes);

/// The bytes that hex digits of either case stand for; nothing for an odd number of them or
/// another character.
std::optional<std::string> from_hex(std::string_view digits);

}  // namespace store
