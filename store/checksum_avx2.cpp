#include "store/checksum_avx2.hpp"

#include <xxhash.h>

namespace store {

std::uint64_t checksum_avx2(const char* bytes, std::size_t size, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes, size, seed);
}

}  // namespace store
