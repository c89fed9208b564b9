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

/// How many letters must be added, left out, changed or swapped with the next one to
/// make one word the other; `most` + 1 where it is more than that.
std::size_t spelling_distance(std::string_view a, std::string_view b, std::size_t most);

/// `a, b, c`
std::string join(std::span<const std::string> words, std::string_view separator = ", ");

template <class Words>
std::vector<std::string> strings_of(const Words& words) {
    return {words.begin(), words.end()};
}

}  // namespace tools
