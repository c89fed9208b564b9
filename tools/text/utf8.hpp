#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tools::text {

/// What stands for a byte that is no UTF-8.
inline constexpr char32_t replacement = 0xFFFD;

/// The code point that starts at `at` (at < text.size()); moves `at` behind it.
/// A byte that starts no valid sequence counts as one replacement character.
char32_t next_code_point(std::string_view text, std::size_t& at);

void append_utf8(std::string& to, char32_t code);

/// Number of code points of valid UTF-8.
std::size_t code_points(std::string_view text);

}  // namespace tools::text
