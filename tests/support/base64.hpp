#pragma once

#include <sodium.h>
#include <string>
#include <string_view>

namespace tests {

/// Bytes as base64 with padding (RFC 4648).
inline std::string base64(std::string_view bytes) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    std::string out(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
    sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                      bytes.size(), variant);
    out.pop_back();
    return out;
}

}  // namespace tests
