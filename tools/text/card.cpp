#include "tools/text/card.hpp"

#include "tools/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace tools::text {
namespace {

/// The check sum of payment cards.
bool luhn(std::string_view digits) {
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        int value = digits[digits.size() - 1 - i] - '0';
        if (i % 2 == 1) value = value > 4 ? 2 * value - 9 : 2 * value;
        sum += value;
    }
    return sum % 10 == 0;
}

/// Begins as an issuer's numbers do and has their length.
bool issued(std::string_view digits) {
    const auto head = [&](std::size_t n) {
        int out = 0;
        for (const char c : digits.substr(0, n))
            out = 10 * out + (c - '0');
        return out;
    };
    const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
    switch (digits.size()) {
        case 14:
            return head(2) == 36 || head(2) == 38;
        case 15:
            return head(2) == 34 || head(2) == 37;
        case 16:
            return head(1) == 4 || within(head(2), 51, 55) || within(head(4), 2221, 2720) ||
                   head(4) == 6011 || head(2) == 65 || within(head(4), 3528, 3589);
        default:
            return false;
    }
}

/// The digits of a number that begins here, and how many signs it takes: groups of two
/// to six behind a single blank or hyphen, four digits first, or no groups at all.
std::string card_digits(std::string_view text, std::size_t& size) {
    std::string out;
    std::vector<std::size_t> groups(1);
    for (size = 0; size < text.size(); ++size) {
        const char c = text[size];
        const bool gap =
            (c == ' ' || c == '-') && size + 1 < text.size() && ascii_digit(text[size + 1]);
        if (ascii_digit(c)) {
            out += c;
            ++groups.back();
        } else if (gap) {
            groups.push_back(0);
        } else {
            break;
        }
    }
    const bool whole = groups.size() == 1;
    const bool fours = groups.size() > 2 && groups.front() == 4 && groups[1] >= 4;
    return whole || fours ? out : std::string();
}

/// A word before a number that says it is none of a card.
bool counts_things(std::string_view before) {
    constexpr std::array<std::string_view, 9> words{"id",     "order",    "ticket", "invoice", "no",
                                                    "serial", "tracking", "isbn",   "imei"};
    while (!before.empty() && !ascii_alnum(before.back()))
        before.remove_suffix(1);
    std::string word;
    constexpr std::size_t longest = 8;
    while (!before.empty() && ascii_alnum(before.back()) && word.size() <= longest) {
        word.insert(word.begin(), static_cast<char>(before.back() | 0x20));
        before.remove_suffix(1);
    }
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool card_number(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!ascii_digit(text[at])) continue;
        std::size_t size = 0;
        const std::string digits = card_digits(text.substr(at), size);
        constexpr std::string_view joins = "-_.+/#:";
        const char before = at > 0 ? text[at - 1] : ' ';
        const char after = at + size < text.size() ? text[at + size] : ' ';
        const bool alone = !ascii_alnum(before) && joins.find(before) == std::string_view::npos &&
                           !ascii_word(after) && after != '/';
        if (alone && issued(digits) && luhn(digits) && !counts_things(text.substr(0, at)))
            return true;
        at += size;
    }
    return false;
}

}  // namespace tools::text
