#include "mcp/cursor.hpp"

#include <charconv>

namespace mcp {
namespace {

constexpr std::string_view mark = "p1-";
constexpr std::string_view hex_digits = "0123456789abcdef";

std::optional<std::string> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto high = hex_digits.find(text[i]);
        const auto low = hex_digits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

}  // namespace

std::string cursor_text(const Cursor& cursor) {
    std::string out = std::string(mark) + std::to_string(cursor.row) + "-";
    for (const char c : cursor.after) {
        const auto byte = static_cast<unsigned char>(c);
        out += hex_digits[byte >> 4U];
        out += hex_digits[byte & 0xFU];
    }
    return out;
}

std::optional<Cursor> read_cursor(std::string_view text) {
    if (text.empty()) return Cursor{};
    if (!text.starts_with(mark)) return std::nullopt;
    text.remove_prefix(mark.size());
    Cursor out;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out.row);
    if (fault != std::errc{} || end == text.data() + text.size() || *end != '-')
        return std::nullopt;
    auto after = from_hex(text.substr(static_cast<std::size_t>(end - text.data()) + 1));
    if (!after) return std::nullopt;
    out.after = std::move(*after);
    return out;
}

}  // namespace mcp
