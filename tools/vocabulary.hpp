#pragma once

#include "tools/nearest.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tools {

/// Closed vocabulary: an enum with a name for every value.
template <class T>
concept Vocabulary = std::is_enum_v<T> && requires(T value) {
    names(value);
};

template <Vocabulary E>
std::vector<std::string> words_of() {
    return strings_of(names(E{}));
}

/// The value a word names, in any case and with blanks or hyphens for `_`.
template <Vocabulary E>
std::optional<E> read_word(std::string_view word) {
    const std::string folded = fold_word(word);
    const auto all = names(E{});
    for (std::size_t i = 0; i < all.size(); ++i)
        if (folded == all[i]) return static_cast<E>(i);
    return std::nullopt;
}

template <Vocabulary E>
const char* word(E value) {
    return names(value)[static_cast<std::size_t>(value)];
}

/// Number of code points of valid UTF-8.
std::size_t code_points(std::string_view text);

/// `one of a, b, c; nearest: b`
std::string allowed_words(std::string_view given, const std::vector<std::string>& allowed);

}  // namespace tools
