#include "tools/text/line.hpp"

#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace tools::text {
namespace {

bool blank(char32_t c) {
    if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r');
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x2060 || c == 0x3000 || c == 0xFEFF;
}

bool line_break(char32_t c) {
    return (c >= '\n' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool control(char32_t c) {
    return (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0);
}

/// Letters and symbols by category that are drawn as nothing.
bool filler(char32_t c) {
    constexpr std::array<char32_t, 5> all{0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0};
    return std::find(all.begin(), all.end(), c) != all.end();
}

bool seen(char32_t c) {
    if (c > 0x20 && c < 0x7F) return true;
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
        case UTF8PROC_CATEGORY_ZS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_ME:
            return false;
        default:
            return !filler(c);
    }
}

std::string code_name(char32_t c) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out = "U+0000";
    for (std::size_t i = 0; i < 4; ++i)
        out[5 - i] = digits[c >> (4 * i) & 0xFU];
    return out;
}

std::string length_message(std::size_t most, std::size_t has) {
    return "must have 1 to " + std::to_string(most) + " code points, has " + std::to_string(has);
}

}  // namespace

std::string trim(std::string_view text) {
    std::size_t first = text.size();
    std::size_t last = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        if (blank(next_code_point(text, at))) continue;
        first = std::min(first, start);
        last = at;
    }
    return first < last ? std::string(text.substr(first, last - first)) : std::string();
}

bool visible(std::string_view text) {
    for (std::size_t at = 0; at < text.size();)
        if (seen(next_code_point(text, at))) return true;
    return false;
}

std::optional<LineFault> line_fault(std::string_view text, std::size_t most) {
    std::size_t size = 0;
    for (std::size_t at = 0; at < text.size(); ++size) {
        const char32_t c = next_code_point(text, at);
        if (line_break(c)) return LineFault{"one_line", "must be one line"};
        if (control(c))
            return LineFault{"control", "must hold no control character, has " + code_name(c) +
                                            " as code point " + std::to_string(size + 1)};
    }
    if (size == 0 || size > most) return LineFault{"length", length_message(most, size)};
    if (!visible(text)) return LineFault{"invisible", "must hold a visible character"};
    return std::nullopt;
}

}  // namespace tools::text
