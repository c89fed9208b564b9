#include "tools/source/page.hpp"

#include "tools/source/reference.hpp"
#include "tools/strict_json.hpp"
#include "tools/text/invisible.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tools::source {
namespace {

constexpr std::size_t page_bytes = 24'000;  ///< of a text that stands in the answer twice
constexpr std::size_t found_bytes = 600;    ///< of a line that rg shows
constexpr std::size_t page_images = 40;

bool inside_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// The longest start of a line that a page can take.
std::string cut_line(std::string_view line) {
    std::size_t size = 0;
    std::size_t end = 0;
    while (end < line.size()) {
        std::size_t next = end + 1;
        while (inside_character(line, next))
            ++next;
        size += json_size(visible_text(line.substr(end, next - end)));
        if (size > page_bytes - found_bytes) break;
        end = next;
    }
    return visible_text(line.substr(0, end)) + " [cut: the line has " +
           std::to_string(line.size()) + " bytes, " + std::to_string(end) + " are shown]";
}

}  // namespace

std::string visible_text(std::string_view text) {
    const auto is_control = [](char32_t code) {
        return (code < 0x20 && code != '\t') || (code >= 0x7F && code < 0xA0);
    };
    std::string out;
    std::size_t plain = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        const char32_t code = text::next_code_point(text, at);
        if (!is_control(code)) continue;
        std::array<char, 16> escape{};
        std::snprintf(escape.data(), escape.size(), "\\u{%04X}", static_cast<unsigned>(code));
        out += text::reveal(text.substr(plain, start - plain)) + escape.data();
        plain = at;
    }
    return out + text::reveal(text.substr(plain));
}

bool Page::add(std::uint64_t number, std::string_view line) {
    if (line.size() > page_bytes) return put(number, line, cut_line(line));
    const std::string shown = visible_text(line);
    return put(number, line, json_size(shown) > page_bytes - found_bytes ? cut_line(line) : shown);
}

bool Page::add(std::uint64_t number, std::string_view line, Hit hit) {
    if (line.size() <= found_bytes) return put(number, line, visible_text(line));
    std::size_t from = hit.at - std::min(hit.at, found_bytes / 2);
    std::size_t to = std::min(line.size(), from + found_bytes);
    while (inside_character(line, from))
        --from;
    while (inside_character(line, to))
        --to;
    const std::string_view part = line.substr(from, to - from);
    return put(number, part,
               (from > 0 ? "..." : "") + visible_text(part) + (to < line.size() ? "..." : ""));
}

bool Page::put(std::uint64_t number, std::string_view line, const std::string& shown) {
    const std::string row = std::to_string(number) + ":" + shown + "\n";
    const std::size_t size = json_size(row);
    if (size_ + size > page_bytes) return false;
    for (std::string& written : image_references(line)) {
        if (images_.size() == page_images) break;
        std::string path = resolved(written, document_);
        images_.push_back({number, std::move(written), std::move(path)});
    }
    if (first_ == 0) first_ = number;
    last_ = number;
    size_ += size;
    text_ += row;
    return true;
}

}  // namespace tools::source
