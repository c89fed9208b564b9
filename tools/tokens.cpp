#include "tools/tokens.hpp"

#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace tools {
namespace {

enum class Class : std::uint8_t {
    latin,
    digit,
    newline,
    blank,
    sign,
    han,
    kana,
    hangul,
    cyrillic_greek,
    arabic_hebrew,
    indic_thai,
    emoji,
    other
};

struct Span {
    char32_t first, last;
    Class kind;
};

/// Sorted. What lies between costs by its bytes.
constexpr std::array<Span, 30> spans{{
    {0x00AA, 0x00AA, Class::latin},
    {0x00B5, 0x00B5, Class::latin},
    {0x00BA, 0x00BA, Class::latin},
    {0x00C0, 0x00D6, Class::latin},
    {0x00D8, 0x00F6, Class::latin},
    {0x00F8, 0x02AF, Class::latin},
    {0x0370, 0x052F, Class::cyrillic_greek},
    {0x0590, 0x08FF, Class::arabic_hebrew},
    {0x0900, 0x0EFF, Class::indic_thai},
    {0x1100, 0x11FF, Class::hangul},
    {0x1780, 0x17FF, Class::indic_thai},
    {0x1E00, 0x1EFF, Class::latin},
    {0x1F00, 0x1FFF, Class::cyrillic_greek},
    {0x2010, 0x2027, Class::sign},
    {0x2030, 0x205E, Class::sign},
    {0x2600, 0x27BF, Class::emoji},
    {0x2E80, 0x2FDF, Class::han},
    {0x3001, 0x303F, Class::sign},
    {0x3040, 0x30FF, Class::kana},
    {0x3130, 0x318F, Class::hangul},
    {0x31F0, 0x31FF, Class::kana},
    {0x3400, 0x4DBF, Class::han},
    {0x4E00, 0x9FFF, Class::han},
    {0xAC00, 0xD7A3, Class::hangul},
    {0xF900, 0xFAFF, Class::han},
    {0xFB1D, 0xFDFF, Class::arabic_hebrew},
    {0xFE70, 0xFEFC, Class::arabic_hebrew},
    {0xFF01, 0xFF0F, Class::sign},
    {0x1F000, 0x1FAFF, Class::emoji},
    {0x20000, 0x3134F, Class::han},
}};

constexpr bool upper(char32_t c) {
    return c >= 'A' && c <= 'Z';
}

constexpr bool lower(char32_t c) {
    return c >= 'a' && c <= 'z';
}

/// Of a letter.
constexpr bool vowel(char32_t c) {
    constexpr std::uint32_t vowels = 1U << 1U | 1U << 5U | 1U << 9U | 1U << 15U | 1U << 21U |
                                     1U << 25U;  // a e i o u y by their last five bits
    return c > 0x7F || (vowels >> (c & 0x1FU) & 1U) != 0;
}

constexpr Class ascii_class(char32_t c) {
    if (upper(c) || lower(c)) return Class::latin;
    if (c >= '0' && c <= '9') return Class::digit;
    if (c == '\n' || c == '\r') return Class::newline;
    return c == ' ' || c == '\t' ? Class::blank : Class::sign;
}

constexpr auto ascii_classes = [] {
    std::array<Class, 0x80> out{};
    for (char32_t c = 0; c < out.size(); ++c)
        out[c] = ascii_class(c);
    return out;
}();

Class class_of(char32_t c) {
    if (c < ascii_classes.size()) return ascii_classes[c];
    const auto* at = std::lower_bound(spans.begin(), spans.end(), c,
                                      [](const Span& s, char32_t code) { return s.last < code; });
    return at != spans.end() && c >= at->first ? at->kind : Class::other;
}

/// Letters of one Latin word or of one hump of a camelCase name.
struct Piece {
    std::size_t letters = 0, beyond_ascii = 0, vowelless = 0, hard = 0;

    void add(char32_t c) {
        ++letters;
        if (c > 0x7F) ++beyond_ascii;
        if (vowel(c))
            vowelless = 0;
        else if (++vowelless >= 5)
            hard += vowelless == 5 ? 5 : 1;
    }

    /// Adds the small ASCII letters from a place on; returns the place behind them.
    std::size_t add_small(std::string_view text, std::size_t at) {
        for (; at < text.size() && lower(static_cast<unsigned char>(text[at])); ++at)
            add(static_cast<unsigned char>(text[at]));
        return at;
    }

    [[nodiscard]] double cost() const {
        if (letters == 0) return 0;
        const double beyond_six = letters > 6 ? static_cast<double>(letters - 6) : 0;
        return .83 + .37 * beyond_six + .91 * static_cast<double>(beyond_ascii) +
               .25 * static_cast<double>(hard);
    }
};

/// Walks over a text run by run of one class.
class Estimating {
public:
    explicit Estimating(std::string_view text) : text_(text) {}

    double total() {
        double sum = 0;
        while (at_ < text_.size()) {
            const Class kind = look();
            sum += kind == Class::latin ? latin() : run(kind);
        }
        return sum;
    }

private:
    /// The class of the code point at at_; reads it into code_ and end_.
    Class look() {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte < ascii_classes.size()) {
            code_ = byte;
            end_ = at_ + 1;
            return ascii_classes[byte];
        }
        std::size_t end = at_;
        code_ = text::next_code_point(text_, end);
        end_ = end;
        return class_of(code_);
    }

    /// Moves on; true while the class stays.
    bool next_is(Class kind) {
        at_ = end_;
        return at_ < text_.size() && look() == kind;
    }

    double run(Class kind) {
        const std::size_t start = at_;
        std::size_t n = 1;
        while (next_is(kind))
            ++n;
        return cost(kind, n, at_ - start);
    }

    static double cost(Class kind, std::size_t size, std::size_t bytes) {
        const auto n = static_cast<double>(size);
        switch (kind) {
            case Class::digit:
                return 1.58 * std::ceil(n / 3);
            case Class::newline:
                return .46;
            case Class::blank:
                return size > 1 ? .73 : 0;
            case Class::sign:
                return .81 + (size > 2 ? .38 * (n - 2) : 0);
            case Class::han:
                return 1.02 * n;
            case Class::kana:
                return .82 * n;
            case Class::hangul:
                return .86 * n;
            case Class::cyrillic_greek:
                return .56 + .29 * n;
            case Class::arabic_hebrew:
                return .38 * n;
            case Class::indic_thai:
                return .45 * n;
            case Class::emoji:
                return 2.14 * n;
            default:
                return .35 * static_cast<double>(bytes);
        }
    }

    /// A run of Latin letters, cut at `aB` and before the last capital of `ABc`.
    double latin() {
        double sum = 0;
        Piece piece;
        char32_t before = 0;
        do {
            if (upper(code_) && (lower(before) || (upper(before) && lower(peek())))) {
                sum += piece.cost();
                piece = {};
            }
            piece.add(code_);
            before = code_;
            if (lower(code_)) end_ = piece.add_small(text_, end_);
        } while (next_is(Class::latin));
        return sum + piece.cost();
    }

    [[nodiscard]] char32_t peek() const {
        return end_ < text_.size() ? static_cast<unsigned char>(text_[end_]) : 0;
    }

    std::string_view text_;
    std::size_t at_ = 0, end_ = 0;
    char32_t code_ = 0;
};

constexpr double margin = 1.15;

}  // namespace

Tokens estimate_tokens(std::string_view text) {
    if (text.empty()) return {};
    const double total = std::ceil(margin * Estimating(text).total() - 1e-9);
    return {std::max<std::int64_t>(1, static_cast<std::int64_t>(total))};
}

}  // namespace tools
