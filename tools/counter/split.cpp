#include "tools/counter/split.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utf8proc.h>

namespace tools::counter {
namespace {

/// Classes of code points, each a bit; a pattern's class is a set of them.
using Sorts = std::uint8_t;

constexpr Sorts capital = 1, small = 2, letter = 4, mark = 8, number = 16, blank = 32, newline = 64,
                other = 128;
constexpr Sorts letters = capital | small | letter;
constexpr Sorts upper_part = capital | letter | mark;  ///< U of o200k
constexpr Sorts lower_part = small | letter | mark;    ///< L of o200k
constexpr Sorts prefix = mark | blank | other;
constexpr Sorts signs = mark | other;
constexpr Sorts space = blank | newline;

constexpr Sorts ascii_sort(char32_t c) {
    if (c >= 'A' && c <= 'Z') return capital;
    if (c >= 'a' && c <= 'z') return small;
    if (c >= '0' && c <= '9') return number;
    if (c == '\n' || c == '\r') return newline;
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' ? blank : other;
}

constexpr auto ascii_sorts = [] {
    std::array<Sorts, 0x80> out{};
    for (char32_t c = 0; c < out.size(); ++c)
        out[c] = ascii_sort(c);
    return out;
}();

Sorts sort_of(char32_t code) {
    if (code == 0xFEFF) return blank;
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LT:
            return capital;
        case UTF8PROC_CATEGORY_LL:
            return small;
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
            return letter;
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ME:
            return mark;
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_NO:
            return number;
        case UTF8PROC_CATEGORY_ZS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return blank;
        default:
            return other;
    }
}

/// A text with the class of what stands where in it.
class Scan {
public:
    explicit Scan(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end(std::size_t at) const { return at >= text_.size(); }

    /// Moves `at` behind a code point of one of these classes, or says no.
    bool take(std::size_t& at, Sorts sorts) const {
        if (at_end(at)) return false;
        const auto byte = static_cast<unsigned char>(text_[at]);
        if (byte < ascii_sorts.size()) {
            const bool fits = (ascii_sorts[byte] & sorts) != 0;
            at += fits ? 1 : 0;
            return fits;
        }
        std::size_t next = at;
        if ((sort_of(text::next_code_point(text_, next)) & sorts) == 0) return false;
        at = next;
        return true;
    }

    /// The end of the run of these classes, which may be empty.
    [[nodiscard]] std::size_t run(std::size_t at, Sorts sorts) const {
        while (take(at, sorts))
            ;
        return at;
    }

    [[nodiscard]] bool is(std::size_t at, char c) const { return !at_end(at) && text_[at] == c; }

    /// Behind `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d` in any case, or `at`.
    [[nodiscard]] std::size_t contraction(std::size_t at) const {
        if (!is(at, '\'')) return at;
        const char first = lower(at + 1), second = lower(at + 2);
        if (first == 's' || first == 't' || first == 'm' || first == 'd') return at + 2;
        const bool two =
            ((first == 'r' || first == 'v') && second == 'e') || (first == 'l' && second == 'l');
        return two ? at + 3 : at;
    }

    /// Up to three digits.
    [[nodiscard]] std::size_t digits(std::size_t at) const {
        for (int n = 0; n < 3 && take(at, number); ++n)
            ;
        return at;
    }

    /// ` ?[^\s\p{L}\p{N}]+`, or `at` where there is none.
    [[nodiscard]] std::size_t sign_run(std::size_t at) const {
        const std::size_t first = is(at, ' ') ? at + 1 : at;
        const std::size_t end = run(first, signs);
        return end == first ? at : end;
    }

    /// A run of blanks and line ends: up to its last line end, else all of it but the last
    /// blank before a word, else that one.
    [[nodiscard]] std::size_t spaces(std::size_t at) const {
        std::size_t end = at, last = at, behind_newline = at;
        for (std::size_t next = at; take(next, space); end = next) {
            last = end;
            const char c = text_[end];
            if (c == '\n' || c == '\r') behind_newline = next;
        }
        if (behind_newline > at) return behind_newline;
        return at_end(end) || last == at ? end : last;
    }

private:
    [[nodiscard]] char lower(std::size_t at) const {
        return at_end(at) ? '\0' : text::ascii_lower(text_[at]);
    }

    std::string_view text_;
};

/// `U*L+`, or `at` where there is none. A run of U gives back what follows its last L.
std::size_t word(const Scan& scan, std::size_t at) {
    std::size_t end = at, last = at;
    for (std::size_t next = at; scan.take(next, upper_part); end = next) {
        std::size_t both = end;
        if (scan.take(both, lower_part)) last = next;
    }
    const std::size_t more = scan.run(end, small);
    return more == end ? last : scan.run(more, lower_part);
}

/// `U+L*`, or `at`.
std::size_t capitals(const Scan& scan, std::size_t at) {
    const std::size_t end = scan.run(at, upper_part);
    return end == at ? at : scan.run(end, lower_part);
}

std::size_t o200k_end(const Scan& scan, std::size_t at) {
    std::size_t behind = at;
    const bool has_prefix = scan.take(behind, prefix);
    for (const auto& body : {word, capitals}) {
        if (has_prefix)
            if (const std::size_t end = body(scan, behind); end > behind)
                return scan.contraction(end);
        if (const std::size_t end = body(scan, at); end > at) return scan.contraction(end);
    }
    if (const std::size_t end = scan.digits(at); end > at) return end;
    if (std::size_t end = scan.sign_run(at); end > at) {
        while (scan.is(end, '\r') || scan.is(end, '\n') || scan.is(end, '/'))
            ++end;
        return end;
    }
    return scan.spaces(at);
}

std::size_t cl100k_end(const Scan& scan, std::size_t at) {
    if (const std::size_t end = scan.contraction(at); end > at) return end;
    std::size_t behind = at;
    scan.take(behind, prefix);
    if (const std::size_t end = scan.run(behind, letters); end > behind) return end;
    if (const std::size_t end = scan.digits(at); end > at) return end;
    if (const std::size_t end = scan.sign_run(at); end > at) return scan.run(end, newline);
    const std::size_t end = scan.run(at, space);
    return scan.at_end(end) ? end : scan.spaces(at);
}

}  // namespace

std::size_t piece_end(std::string_view text, std::size_t at, Pattern pattern) {
    const Scan scan(text);
    return pattern == Pattern::o200k ? o200k_end(scan, at) : cl100k_end(scan, at);
}

}  // namespace tools::counter
