#include "store/hex.hpp"

#include <sodium.h>

namespace store {

std::string to_hex(std::string_view bytes) {
    std::string out(2 * bytes.size() + 1, '\0');  // libsodium ends it with a NUL
    sodium_bin2hex(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                   bytes.size());
    out.pop_back();
    return out;
}

std::optional<std::string> from_hex(std::string_view digits) {
    std::string out(digits.size() / 2, '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    const int fault = sodium_hex2bin(reinterpret_cast<unsigned char*>(out.data()), out.size(),
                                     digits.data(), digits.size(), nullptr, &size, &end);
    if (fault != 0 || size != out.size() || end != digits.data() + digits.size())
        return std::nullopt;
    return out;
}

}  // namespace store
