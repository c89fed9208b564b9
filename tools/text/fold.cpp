#include "tools/text/ascii.hpp"
#include "tools/text/utf8.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <utf8proc.h>
#include <utility>
#include <vector>

namespace tools::text {
namespace {

/// Letters whose stroke is no accent for Unicode, but one for a reader.
std::string_view plain(char32_t c) {
    constexpr std::array<std::pair<char32_t, std::string_view>, 9> letters{{{0xE6, "ae"},
                                                                            {0xF0, "d"},
                                                                            {0xF8, "o"},
                                                                            {0xFE, "th"},
                                                                            {0x111, "d"},
                                                                            {0x127, "h"},
                                                                            {0x131, "i"},
                                                                            {0x142, "l"},
                                                                            {0x153, "oe"}}};
    for (const auto& [letter, same] : letters)
        if (letter == c) return same;
    return {};
}

/// Folded and taken apart, without the general combining accents.
std::vector<utf8proc_int32_t> take_apart(std::string_view text) {
    constexpr auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                                            UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
    std::vector<utf8proc_int32_t> out;
    for (std::size_t at = 0; at < text.size();) {
        const auto code = static_cast<utf8proc_int32_t>(next_code_point(text, at));
        std::array<utf8proc_int32_t, 32> parts{};
        int last_class = 0;
        const auto n =
            utf8proc_decompose_char(code, parts.data(), parts.size(), options, &last_class);
        for (std::size_t i = 0; std::cmp_less(i, n) && i < parts.size(); ++i)
            if (parts.at(i) < 0x300 || parts.at(i) > 0x36F) out.push_back(parts.at(i));
    }
    return out;
}

}  // namespace

std::string fold(std::string_view text) {
    if (all_ascii(text)) return ascii_lower(text);
    std::string out;
    out.reserve(text.size());
    auto codes = take_apart(text);
    const auto size = utf8proc_normalize_utf32(
        codes.data(), static_cast<utf8proc_ssize_t>(codes.size()),
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    for (std::size_t i = 0; std::cmp_less(i, size); ++i) {
        const auto code = static_cast<char32_t>(codes[i]);
        const auto same = plain(code);
        if (same.empty())
            append_utf8(out, code);
        else
            out += same;
    }
    return out;
}

}  // namespace tools::text
