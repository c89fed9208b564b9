#pragma once

#include <cstdint>
#include <string_view>

namespace tools::text {

/// FNV-1a, 64 bits: part of what is stored, so it never changes.
constexpr std::uint64_t hash64(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

constexpr std::uint32_t hash32(std::string_view bytes) {
    const std::uint64_t hash = hash64(bytes);
    return static_cast<std::uint32_t>(hash ^ hash >> 32U);
}

}  // namespace tools::text
