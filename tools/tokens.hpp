#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace tools {

/// A count of model tokens.
struct Tokens {
    std::int64_t value = 0;

    auto operator<=>(const Tokens&) const = default;
};

/// How results name the counter behind estimate_tokens.
inline constexpr const char* estimate_counter = "estimate";

/// Tokens that a text will cost a model, without its vocabulary: a sum of
/// measured costs by class of character (thread.md, section 4), times 1.15 so
/// that few estimates are too low. One pass; 0 only for an empty text.
Tokens estimate_tokens(std::string_view text);

}  // namespace tools
