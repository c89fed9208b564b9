#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools {

/// Lower case with blanks and hyphens as `_` and the ends trimmed, so that
/// `Depends On` and `depends-on` read as the wire word (ASCII only).
std::string fold_word(std::string_view word);

/// The candidate a person most likely meant, or empty when none is close.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// `a, b, c`
std::string join(std::span<const std::string> words, std::string_view separator = ", ");

template <class Words>
std::vector<std::string> strings_of(const Words& words) {
    return {words.begin(), words.end()};
}

}  // namespace tools
