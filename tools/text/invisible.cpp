#include "tools/text/invisible.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace tools::text {
namespace {

struct CodeRange {
    char32_t first, last;
};

constexpr std::array ranges{
    CodeRange{0xAD, 0xAD},      CodeRange{0x34F, 0x34F},   CodeRange{0x61C, 0x61C},
    CodeRange{0x115F, 0x1160},  CodeRange{0x17B4, 0x17B5}, CodeRange{0x180B, 0x180F},
    CodeRange{0x200B, 0x200F},  CodeRange{0x202A, 0x202E}, CodeRange{0x2060, 0x206F},
    CodeRange{0x3164, 0x3164},  CodeRange{0xFE00, 0xFE0F}, CodeRange{0xFEFF, 0xFEFF},
    CodeRange{0xFFA0, 0xFFA0},  CodeRange{0xFFF9, 0xFFFB}, CodeRange{0x1D173, 0x1D17A},
    CodeRange{0xE0000, 0xE0FFF}};

constexpr char32_t first_cjk = 0x2E80;

bool is_joiner(char32_t code) {
    return code == 0x200C || code == 0x200D;
}

bool is_selector(char32_t code) {
    return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0100 && code <= 0xE01EF);
}

/// True where writing needs the character: a joiner between letters that are no
/// ASCII, one selector behind a character that has variants.
bool is_needed(char32_t code, char32_t before, char32_t after) {
    if (is_joiner(code))
        return before >= 0x80 && after >= 0x80 && !is_joiner(before) && !is_joiner(after);
    if (!is_selector(code) || before == 0 || is_selector(before) || is_joiner(before)) return false;
    return code < 0xE0100 || before >= first_cjk;
}

struct Escape {
    char32_t code;
    std::size_t size;  ///< bytes, from the `u` on
};

/// Reads `u{202E}`, when it names an invisible character as reveal() writes it.
std::optional<Escape> read_escape(std::string_view text) {
    if (!text.starts_with("u{")) return std::nullopt;
    const auto end = text.find('}');
    if (end == std::string_view::npos || end > 8) return std::nullopt;
    std::uint32_t code = 0;
    const char* last = text.data() + end;
    const auto [stop, fault] = std::from_chars(text.data() + 2, last, code, 16);
    if (fault != std::errc{} || stop != last || !is_invisible(code)) return std::nullopt;
    return Escape{code, end + 1};
}

void append_escape(std::string& to, char32_t code) {
    std::array<char, 8> digits{};
    const auto [end, fault] =
        std::to_chars(digits.data(), digits.data() + digits.size(), std::uint32_t{code}, 16);
    std::string hex(digits.data(), end);
    for (char& c : hex)
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    to += "\\u{" + std::string(hex.size() < 4 ? 4 - hex.size() : 0, '0') + hex + "}";
}

/// Nothing to show: all of it is ASCII, without backslashes.
bool is_plain(std::string_view text) {
    return all_ascii(text) && text.find('\\') == std::string_view::npos;
}

std::size_t backslashes(std::string_view text, std::size_t at) {
    const auto end = text.find_first_not_of('\\', at);
    return (end == std::string_view::npos ? text.size() : end) - at;
}

}  // namespace

bool is_invisible(char32_t code) {
    const auto* found = std::find_if(ranges.begin(), ranges.end(),
                                     [&](CodeRange range) { return code <= range.last; });
    return found != ranges.end() && code >= found->first;
}

std::string reveal(std::string_view text) {
    if (is_plain(text)) return std::string(text);
    std::string out;
    char32_t before = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t run = backslashes(text, at);
        at += run;
        out.append(run, '\\');
        if (read_escape(text.substr(at))) out.append(run, '\\');
        if (run > 0) before = '\\';
        if (at == text.size()) break;
        const std::size_t start = at;
        const char32_t code = next_code_point(text, at);
        std::size_t peek = at;
        const char32_t after = at < text.size() ? next_code_point(text, peek) : 0;
        if (is_invisible(code) && !is_needed(code, before, after)) {
            out.append(run, '\\');
            append_escape(out, code);
        } else {
            out += text.substr(start, at - start);
        }
        before = code;
    }
    return out;
}

std::string unreveal(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t run = backslashes(text, at);
        if (run == 0) {
            out += text[at++];
            continue;
        }
        at += run;
        const auto escape = read_escape(text.substr(at));
        out.append(escape ? run / 2 : run, '\\');
        if (!escape || run % 2 == 0) continue;
        append_utf8(out, escape->code);
        at += escape->size;
    }
    return out;
}

}  // namespace tools::text
