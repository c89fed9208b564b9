#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tools {

/// 128 bits as 32 hex digits: tells whether two texts are the same one. No
/// defence against somebody who makes two on purpose.
std::string digest(std::string_view text);
std::uint64_t short_digest(std::string_view text);

}  // namespace tools
