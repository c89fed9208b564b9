#pragma once

#include <string>
#include <string_view>

namespace tools::text {

/// A character that cannot be seen, or that turns what is seen around: format and
/// bidi controls, zero widths, tags, fillers, variation selectors.
bool is_invisible(char32_t code);

/// Invisible characters as `\u{202E}`, so that nobody is misled by what does not
/// show. Joiners and variation selectors stay where scripts and emoji need them. The
/// backslashes before what looks like an escape are doubled: unreveal() undoes it all.
std::string reveal(std::string_view text);
std::string unreveal(std::string_view text);

}  // namespace tools::text
