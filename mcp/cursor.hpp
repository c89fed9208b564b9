#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// Where the next page of a list over several rows starts.
struct Cursor {
    std::size_t row = 0;  ///< of the catalogue
    std::string after;    ///< last name shown of that row; empty: its beginning
};

/// The cursor as text that says nothing to a client.
std::string cursor_text(const Cursor& cursor);

/// Reads what cursor_text wrote; the empty text is the first page. Nothing for
/// any other text.
std::optional<Cursor> read_cursor(std::string_view text);

}  // namespace mcp
