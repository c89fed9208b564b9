#include "tools/projection/norm_label.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utf8proc.h>
#include <utility>
#include <vector>

namespace tools::projection {
namespace {

constexpr char32_t capital_sigma = 0x3A3, small_sigma = 0x3C3, final_sigma = 0x3C2;

utf8proc_category_t category(char32_t code) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

bool cased(char32_t code) {
    const auto kind = category(code);
    return kind == UTF8PROC_CATEGORY_LU || kind == UTF8PROC_CATEGORY_LL ||
           kind == UTF8PROC_CATEGORY_LT;
}

/// Signs that a look for the end of a word passes over.
bool case_ignorable(char32_t code) {
    constexpr std::array<char32_t, 7> inside{'\'', '.', ':', 0xB7, 0x2018, 0x2019, 0x2027};
    const auto kind = category(code);
    return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_ME ||
           kind == UTF8PROC_CATEGORY_CF || kind == UTF8PROC_CATEGORY_LM ||
           kind == UTF8PROC_CATEGORY_SK ||
           std::find(inside.begin(), inside.end(), code) != inside.end();
}

bool ends_word(const std::vector<char32_t>& codes, std::size_t at) {
    std::size_t before = at;
    while (before > 0 && case_ignorable(codes[before - 1]))
        --before;
    std::size_t after = at + 1;
    while (after < codes.size() && case_ignorable(codes[after]))
        ++after;
    return before > 0 && cased(codes[before - 1]) &&
           (after == codes.size() || !cased(codes[after]));
}

/// NFKD without marks that combine.
std::vector<char32_t> taken_apart(std::string_view label) {
    constexpr auto options =
        static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_STABLE);
    std::vector<char32_t> out;
    for (std::size_t at = 0; at < label.size();) {
        const auto code = static_cast<utf8proc_int32_t>(text::next_code_point(label, at));
        std::array<utf8proc_int32_t, 32> parts{};
        int last_class = 0;
        const auto n =
            utf8proc_decompose_char(code, parts.data(), parts.size(), options, &last_class);
        for (std::size_t i = 0; std::cmp_less(i, n) && i < parts.size(); ++i)
            if (utf8proc_get_property(parts.at(i))->combining_class == 0)
                out.push_back(static_cast<char32_t>(parts.at(i)));
    }
    return out;
}

}  // namespace

std::string norm_label(std::string_view label) {
    std::string out(label);
    bool ascii = true;
    for (char& c : out) {
        ascii = ascii && static_cast<unsigned char>(c) < 0x80;
        c = text::ascii_lower(c);
    }
    if (ascii) return out;
    out.clear();
    const std::vector<char32_t> codes = taken_apart(label);
    for (std::size_t at = 0; at < codes.size(); ++at)
        if (codes[at] == capital_sigma)
            text::append_utf8(out, ends_word(codes, at) ? final_sigma : small_sigma);
        else
            text::append_utf8(out, static_cast<char32_t>(
                                       utf8proc_tolower(static_cast<utf8proc_int32_t>(codes[at]))));
    return out;
}

}  // namespace tools::projection
