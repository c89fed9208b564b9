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

constexpr bool vowel(char32_t c) {
    const char32_t small = c | 0x20U;
    return c > 0x7F || small == 'a' || small == 'e' || small == 'i' || small == 'o' ||
           small == 'u' || small == 'y';
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
        beyond_ascii += c > 0x7F ? 1 : 0;
        vowelless = vowel(c) ? 0 : vowelless + 1;
        if (vowelless >= 5) hard += vowelless == 5 ? 5 : 1;
    }

    [[nodiscard]] double cost() const {
        if (letters == 0) return 0;
        const double beyond_six = letters > 6 ? static_cast<double>(letters - 6) : 0;
        return .83 + .37 * beyond_six + .91 * static_cast<double>(beyond_ascii) +
               .25 * static_cast<double>(hard);
    }
};

/// Walks over a text run by run of one class.
class Counter {
public:
    explicit Counter(std::string_view text) : text_(text) { step(); }

    double total() {
        double sum = 0;
        while (!done_)
            sum += run();
        return sum;
    }

private:
    void step() {
        done_ = at_ == text_.size();
        if (done_) return;
        const std::size_t start = at_;
        if (static_cast<unsigned char>(text_[at_]) < 0x80)
            code_ = static_cast<unsigned char>(text_[at_++]);
        else
            code_ = text::next_code_point(text_, at_);
        bytes_ = at_ - start;
        class_ = class_of(code_);
    }

    double run() {
        if (class_ == Class::latin) return latin();
        const Class kind = class_;
        std::size_t n = 0;
        std::size_t bytes = 0;
        for (; !done_ && class_ == kind; step(), ++n)
            bytes += bytes_;
        return cost(kind, static_cast<double>(n), static_cast<double>(bytes));
    }

    static double cost(Class kind, double n, double bytes) {
        switch (kind) {
            case Class::digit:
                return 1.58 * std::ceil(n / 3);
            case Class::newline:
                return .46;
            case Class::blank:
                return n > 1 ? .73 : 0;
            case Class::sign:
                return .81 + (n > 2 ? .38 * (n - 2) : 0);
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
                return .35 * bytes;
        }
    }

    /// A run of Latin letters, cut at `aB` and before the last capital of `ABc`.
    double latin() {
        double sum = 0;
        Piece piece;
        char32_t before = 0;
        for (; !done_ && class_ == Class::latin; step()) {
            const bool hump =
                lower(before) ? upper(code_) : upper(before) && upper(code_) && lower(peek());
            if (hump) {
                sum += piece.cost();
                piece = {};
            }
            piece.add(code_);
            before = code_;
        }
        return sum + piece.cost();
    }

    [[nodiscard]] char32_t peek() const {
        return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : 0;
    }

    std::string_view text_;
    std::size_t at_ = 0, bytes_ = 0;
    char32_t code_ = 0;
    Class class_ = Class::other;
    bool done_ = false;
};

constexpr double margin = 1.15;

}  // namespace

Tokens estimate_tokens(std::string_view text) {
    if (text.empty()) return {};
    const double total = std::ceil(margin * Counter(text).total() - 1e-9);
    return {std::max<std::int64_t>(1, static_cast<std::int64_t>(total))};
}

}  // namespace tools
