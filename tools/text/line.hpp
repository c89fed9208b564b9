#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tools::text {

/// Without blanks at both ends: Unicode white space (NBSP and line breaks too),
/// zero-width space, word joiner and byte order mark.
std::string trim(std::string_view text);

/// True when something of the text can be seen: neither blank, control, format
/// character nor filler, and no lone combining mark.
bool visible(std::string_view text);

/// Why a text is refused. The message goes on from the field's name:
/// `must be one line`.
struct LineFault {
    const char* reason;  ///< one_line, control, length or invisible
    std::string message;
};

/// Checks a trimmed text: one line (no LF, CR, VT, FF, U+0085, U+2028, U+2029),
/// no C0 or C1 control but a tab, a visible character, 1 to `most` code points.
std::optional<LineFault> line_fault(std::string_view text, std::size_t most);

}  // namespace tools::text
