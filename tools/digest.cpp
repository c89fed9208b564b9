#include "tools/digest.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <sodium.h>
#include <xxhash.h>

namespace tools {

std::string digest(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    std::array<char, 33> out{};
    std::snprintf(out.data(), out.size(), "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
    return out.data();
}

std::string digest_bytes(std::string_view text) {
    XXH128_canonical_t bytes{};
    XXH128_canonicalFromHash(&bytes, XXH3_128bits(text.data(), text.size()));
    return {reinterpret_cast<const char*>(bytes.digest), sizeof bytes.digest};
}

std::uint64_t short_digest(std::string_view text) {
    return XXH3_64bits(text.data(), text.size());
}

std::string sha256(std::string_view bytes) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                       bytes.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> out{};
    sodium_bin2hex(out.data(), out.size(), hash.data(), hash.size());
    return out.data();
}

}  // namespace tools
