#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tools {

/// 128 bits as 32 hex digits: tells whether two texts are the same one. No
/// defence against somebody who makes two on purpose.
std::string digest(std::string_view text);
std::string digest_bytes(std::string_view text);  ///< the same 128 bits as 16 bytes
std::uint64_t short_digest(std::string_view text);

/// SHA-256 as 64 hex digits: what names a file's content to others too.
std::string sha256(std::string_view bytes);

}  // namespace tools
