#include "tools/uri_part.hpp"

#include "tools/text/utf8.hpp"

#include <charconv>

namespace tools {
namespace {

bool is_unreserved(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string uri_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_unreserved(c))
            out += c;
        else
            ((out += '%') += digits[byte >> 4U]) += digits[byte & 0xFU];
    }
    return out;
}

std::optional<std::string> uri_decoded(std::string_view part) {
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

}  // namespace tools
