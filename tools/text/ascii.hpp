#pragma once

namespace tools::text {

/// Kinds of ASCII signs, whatever the locale; bytes of other signs are of none.
constexpr bool ascii_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr bool ascii_alnum(char c) {
    return ascii_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// What names and keys are made of.
constexpr bool ascii_word(char c) {
    return ascii_alnum(c) || c == '_' || c == '-';
}

}  // namespace tools::text
