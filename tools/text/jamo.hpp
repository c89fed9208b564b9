#pragma once

#include <string>
#include <string_view>

namespace tools::text {

/// A text whose Korean syllables stand taken apart, as file names of some systems
/// do, with them put together. Any other text as it is.
std::string with_syllables(std::string_view text);

/// True for a text that may hold such parts.
bool has_jamo(std::string_view text);

}  // namespace tools::text
