#pragma once

#include <cstdint>

namespace tools::text {

/// What a code point does in a text that is cut into words.
enum class Sign : std::uint8_t {
    letter,      ///< letters, marks
    digit,       ///<
    ideograph,   ///< scripts that put no blank between words
    connector,   ///< may hold a compound together
    apostrophe,  ///<
    blank,       ///<
    other        ///< ends a chunk
};

constexpr bool within(char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
}

Sign sign_of(char32_t c);

}  // namespace tools::text
