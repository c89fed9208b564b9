#include "tools/memory/normal.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/line.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>

namespace tools::memory {
namespace {

struct FreeText {
    void operator()(utf8proc_uint8_t* text) const noexcept { std::free(text); }
};

/// NFKC with case folded; a text that is no UTF-8 stays as it is.
std::string folded(std::string_view text) {
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii) return text::ascii_lower(text);
    utf8proc_uint8_t* raw = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT |
                                                        UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &raw, options);
    const std::unique_ptr<utf8proc_uint8_t, FreeText> owned(raw);
    if (size < 0) return std::string(text);
    return {reinterpret_cast<const char*>(raw), static_cast<std::size_t>(size)};
}

std::string single_blanks(std::string_view text) {
    std::string out;
    std::size_t at = 0;
    out.reserve(text.size());
    while (at < text.size()) {
        const std::size_t start = at;
        if (text[at] > ' ' && text[at] <= '~') {
            out += text[at++];
            continue;
        }
        text::next_code_point(text, at);
        const std::string_view one = text.substr(start, at - start);
        if (!text::trim(one).empty())
            out += one;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> quotes{{
    {"\"", "\""},
    {"'", "'"},
    {"`", "`"},
    {"\u201C", "\u201D"},
    {"\u2018", "\u2019"},
    {"\u201E", "\u201C"},
    {"\u00AB", "\u00BB"},
}};

/// Takes one pair of outer quotes or one final sign away; false when there is none.
bool strip(std::string& text) {
    for (const auto& [open, close] : quotes) {
        if (text.size() <= open.size() + close.size()) continue;
        if (!text.starts_with(open) || !text.ends_with(close)) continue;
        text = text::trim(text.substr(open.size(), text.size() - open.size() - close.size()));
        return true;
    }
    if (text.size() < 2 || (text.back() != '.' && text.back() != ',')) return false;
    text.pop_back();
    text = text::trim(text);
    return true;
}

bool letter_or_digit(char32_t c) {
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO);
}

/// `reportsTo` as `reports To`.
std::string split_camel(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool lower_before = !out.empty() && out.back() >= 'a' && out.back() <= 'z';
        if (lower_before && c >= 'A' && c <= 'Z') out += ' ';
        out += c;
    }
    return out;
}

}  // namespace

std::string normal_name(std::string_view name) {
    std::string out = single_blanks(folded(name));
    while (strip(out)) {
    }
    return out;
}

std::string normal_statement(std::string_view statement) {
    constexpr std::string_view signs = ".,;:!\"'`()";
    const std::string text = single_blanks(folded(statement));
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = std::string_view(text).substr(at, end - at);
        at = end + 1;
        const std::size_t first = word.find_first_not_of(signs);
        if (first == std::string_view::npos) continue;
        if (!out.empty()) out += ' ';
        out += word.substr(first, word.find_last_not_of(signs) + 1 - first);
    }
    return out;
}

std::string predicate_label(std::string_view predicate) {
    const std::string text = folded(split_camel(predicate));
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        const char32_t c = text::next_code_point(text, at);
        if (letter_or_digit(c))
            out += text.substr(start, at - start);
        else if (!out.empty() && out.back() != '_')
            out += '_';
    }
    if (!out.empty() && out.back() == '_') out.pop_back();
    return out;
}

}  // namespace tools::memory
