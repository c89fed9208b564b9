#include "mcp/cursor.hpp"

#include "store/hex.hpp"

#include <charconv>

namespace mcp {
namespace {

constexpr std::string_view mark = "p1-";

}  // namespace

std::string cursor_text(const Cursor& cursor) {
    return std::string(mark) + std::to_string(cursor.row) + "-" + store::to_hex(cursor.after);
}

std::optional<Cursor> read_cursor(std::string_view text) {
    if (text.empty()) return Cursor{};
    if (!text.starts_with(mark)) return std::nullopt;
    text.remove_prefix(mark.size());
    Cursor out;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out.row);
    if (fault != std::errc{} || end == text.data() + text.size() || *end != '-')
        return std::nullopt;
    auto after = store::from_hex(text.substr(static_cast<std::size_t>(end - text.data()) + 1));
    if (!after) return std::nullopt;
    out.after = std::move(*after);
    return out;
}

}  // namespace mcp
