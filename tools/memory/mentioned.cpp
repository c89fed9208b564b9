#include "tools/memory/mentioned.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>

namespace tools::memory {
namespace {

constexpr std::size_t most_words = 24, longest_name = 4;

/// The words of a text between blanks, without signs at their ends.
std::vector<std::string> spelled_words(std::string_view text) {
    std::vector<std::string> out;
    constexpr std::string_view signs = ".,;:!?\"'()[]";
    for (std::size_t at = 0; at < text.size() && out.size() < most_words;) {
        const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
        std::string_view word = text.substr(at, end - at);
        at = end + 1;
        if (word.ends_with("'s")) word.remove_suffix(2);
        const std::size_t first = word.find_first_not_of(signs);
        if (first == std::string_view::npos) continue;
        out.emplace_back(word.substr(first, word.find_last_not_of(signs) + 1 - first));
    }
    return out;
}

}  // namespace

std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text) {
    std::vector<std::string> out;
    const auto labels = alias_predicates(txn, space);
    if (std::none_of(labels.begin(), labels.end(), [&](const std::string& label) {
            return find_predicate(txn, space, label).has_value();
        }))
        return out;
    const auto words = spelled_words(text);
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::string name;
        for (std::size_t n = 0; n < longest_name && first + n < words.size(); ++n) {
            name += (n == 0 ? "" : " ") + words[first + n];
            if (!find_name(txn, space, name)) continue;
            const auto same = names_of(txn, space, name);
            out.insert(out.end(), same.begin() + 1, same.end());
        }
    }
    return out;
}

}  // namespace tools::memory
