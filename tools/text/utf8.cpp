#include "tools/text/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace tools::text {
namespace {

constexpr std::uint32_t byte(char c) {
    return static_cast<unsigned char>(c);
}

/// Bytes of a sequence by its first byte; 0 for a byte that starts none.
constexpr std::size_t length(std::uint32_t first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return 2;
    if (first >= 0xE0 && first < 0xF0) return 3;
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// False for overlong forms, surrogates and what lies beyond U+10FFFF.
constexpr bool fits(char32_t code, std::size_t size) {
    if (size == 3) return code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
    return size < 4 || (code >= 0x10000 && code <= 0x10FFFF);
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
    const std::uint32_t first = byte(text[at]);
    const std::size_t size = length(first);
    ++at;
    if (size == 1) return first;
    if (size == 0 || text.size() - at < size - 1) return replacement;
    char32_t code = first & (0x7FU >> size);
    for (std::size_t i = 0; i + 1 < size; ++i) {
        const std::uint32_t more = byte(text[at + i]);
        if ((more & 0xC0U) != 0x80U) return replacement;
        code = code << 6U | (more & 0x3FU);
    }
    if (!fits(code, size)) return replacement;
    at += size - 1;
    return code;
}

void append_utf8(std::string& to, char32_t code) {
    const auto put = [&](char32_t value) { to += static_cast<char>(value); };
    const auto more = [&](unsigned shift) { put(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xC0U | code >> 6U);
    } else if (code < 0x10000) {
        put(0xE0U | code >> 12U);
        more(6);
    } else {
        put(0xF0U | code >> 18U);
        more(12);
        more(6);
    }
    more(0);
}

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (byte(c) & 0xC0U) != 0x80U; }));
}

}  // namespace tools::text
