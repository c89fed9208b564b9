#include "tools/map/uri.hpp"

#include "tools/map/conversation.hpp"
#include "tools/text/line.hpp"
#include "tools/text/utf8.hpp"

#include <charconv>

namespace tools::map {
namespace {

constexpr std::string_view scheme = "map://";
constexpr std::string_view focus_end = "/focus";

bool is_unreserved(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

std::string encoded(std::string_view name) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_unreserved(c))
            out += c;
        else
            ((out += '%') += digits[byte >> 4U]) += digits[byte & 0xFU];
    }
    return out;
}

/// Undoes %XX; nothing where a part is no escape or the bytes are no UTF-8.
std::optional<std::string> decoded(std::string_view part) {
    std::string out;
    for (std::size_t at = 0; at < part.size(); ++at) {
        if (part[at] != '%') {
            out += part[at];
            continue;
        }
        unsigned byte = 0;
        const char* first = part.data() + at + 1;
        if (part.size() - at < 3) return std::nullopt;
        const auto [stop, fault] = std::from_chars(first, first + 2, byte, 16);
        if (fault != std::errc{} || stop != first + 2) return std::nullopt;
        out += static_cast<char>(byte);
        at += 2;
    }
    for (std::size_t at = 0; at < out.size();) {
        const std::size_t start = at;
        const bool broken = text::next_code_point(out, at) == text::replacement;
        if (broken && out.compare(start, 3, "\xEF\xBF\xBD") != 0) return std::nullopt;
    }
    return out;
}

}  // namespace

std::string to_uri(const MapUri& uri) {
    std::string out{scheme};
    out += encoded(uri.conversation);
    if (uri.focus) out += focus_end;
    return out;
}

std::optional<MapUri> read_uri(std::string_view uri) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    uri.remove_prefix(scheme.size());
    MapUri out;
    out.focus = uri.ends_with(focus_end);
    if (out.focus) uri.remove_suffix(focus_end.size());
    if (uri.find_first_of("/?#") != std::string_view::npos) return std::nullopt;
    auto name = decoded(uri);
    if (!name || text::trim(*name) != *name || text::line_fault(*name, max_conversation))
        return std::nullopt;
    out.conversation = *std::move(name);
    return out;
}

}  // namespace tools::map
