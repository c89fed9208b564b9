#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

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

constexpr char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The text with A to Z in lower case.
inline std::string ascii_lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        c = ascii_lower(c);
    return out;
}

/// All bytes of a text are ASCII.
inline bool all_ascii(std::string_view text) {
    std::uint64_t bytes = 0;
    std::uint64_t eight = 0;
    for (; text.size() >= sizeof eight; text.remove_prefix(sizeof eight)) {
        std::memcpy(&eight, text.data(), sizeof eight);
        bytes |= eight;
    }
    for (const char c : text)
        bytes |= static_cast<unsigned char>(c);
    return (bytes & 0x8080808080808080U) == 0;
}

}  // namespace tools::text
