#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

namespace tools {

/// A count of model tokens.
struct Tokens {
    std::int64_t value = 0;

    auto operator<=>(const Tokens&) const = default;
};

/// Who counted the tokens of a text; the words name it in results.
enum class CountedBy : std::uint8_t {
    unsaid,  ///< a caller or the estimate: records of old do not tell
    given,   ///< the caller
    estimate,
    o200k,
    cl100k
};

constexpr auto names(CountedBy) {
    return std::array{"unsaid", "given", "estimate", "o200k", "cl100k"};
}

/// Tokens that a text will cost a model, without its vocabulary: a sum of
/// measured costs by class of character (thread.md, section 4), times 1.15 so
/// that few estimates are too low. One pass; 0 only for an empty text.
Tokens estimate_tokens(std::string_view text);

}  // namespace tools
