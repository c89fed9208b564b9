#include "tools/nearest.hpp"

#include <algorithm>
#include <numeric>

namespace tools {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above + 1, row[j - 1] + 1, change});
            diagonal = above;
        }
    }
    return row[b.size()];
}

}  // namespace

std::string fold_word(std::string_view word) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = word.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    word = word.substr(first, word.find_last_not_of(blanks) - first + 1);
    std::string out;
    for (const char c : word) {
        const bool gap = c == ' ' || c == '-' || c == '_' || c == '\t';
        if (gap && !out.empty() && out.back() == '_') continue;
        out += gap ? '_' : (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    constexpr std::size_t longest = 64;
    const std::string asked = fold_word(word.substr(0, longest));
    std::string best;
    std::size_t best_distance = asked.size() / 2 + 1;
    for (const auto& candidate : candidates) {
        const bool starts = asked.size() >= 3 && candidate.starts_with(asked);
        const std::size_t distance = starts ? 1 : edit_distance(asked, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::size_t spelling_distance(std::string_view a, std::string_view b, std::size_t most) {
    if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most) return most + 1;
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min(
                {last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        if (*std::min_element(row.begin(), row.end()) > most) return most + 1;
        std::swap(before, last);
        std::swap(last, row);
    }
    return std::min(last[b.size()], most + 1);
}

std::string join(std::span<const std::string> words, std::string_view separator) {
    std::string out;
    for (const auto& word : words) {
        if (!out.empty()) out += separator;
        out += word;
    }
    return out;
}

}  // namespace tools
