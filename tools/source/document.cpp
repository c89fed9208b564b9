#include "tools/source/document.hpp"

#include "tools/source/quoting.hpp"
#include "tools/source/refusal.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <unistd.h>
#include <utility>

namespace tools::source {
namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;

/// Where a text stops being UTF-8, as a line; nothing where it never does.
std::optional<std::uint64_t> broken_line(std::string_view text, const Patience& patience) {
    std::uint64_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80) {
            if (byte == '\n' && ++line % 4096 == 0) patience.check();
            ++at;
            continue;
        }
        const std::string_view rest = text.substr(at);
        const char32_t code = text::next_code_point(text, at);
        if (code == text::replacement && !rest.starts_with("\xEF\xBF\xBD")) return line;
    }
    return std::nullopt;
}

/// What to do with a file that is no text, by how it begins.
std::string advice(std::string_view bytes, const std::string& path) {
    if (!image_type(bytes).empty()) return "it is an image: send cat " + in_quotes(path);
    if (bytes.starts_with("%PDF")) return "it is a PDF: have it exported as Markdown with images";
    if (bytes.starts_with("PK\x03\x04"))
        return "it is an archive or an office document: have it exported as Markdown with images";
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        return "it is UTF-16: have it saved as UTF-8";
    return "have it exported as Markdown, or saved as UTF-8";
}

}  // namespace

void Patience::check() const {
    check_stop(call_);
    if (std::chrono::steady_clock::now() > end_)
        refuse(store::Code::unavailable, "timeout",
               "the command took more than 5 seconds: ask for fewer lines or a simpler pattern");
}

std::string read_bytes(const Found& found, std::int64_t most, const Patience& patience) {
    if (found.kind == Kind::folder)
        refuse(store::Code::invalid, "folder", in_quotes(found.path) + " is a folder: name a file",
               "ls " + in_quotes(found.path));
    std::string out;
    if (found.bytes <= most) out.reserve(static_cast<std::size_t>(found.bytes) + block_bytes);
    for (;;) {
        patience.check();
        const std::size_t size = out.size();
        if (static_cast<std::int64_t>(size) > most || found.bytes > most)
            refuse(store::Code::limit, "too_large",
                   in_quotes(found.path) + " has " +
                       std::to_string(std::max<std::int64_t>(found.bytes, most + 1)) +
                       " bytes, up to " + std::to_string(most) +
                       " are read: have it split or made smaller");
        out.resize(size + block_bytes);
        const ssize_t got = ::read(found.handle.get(), out.data() + size, block_bytes);
        const int error = errno;
        out.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) return out;
        if (got < 0 && error != EINTR)
            refuse(store::Code::unavailable, "disk",
                   "reading " + in_quotes(found.path) + " failed: " + std::strerror(error));
    }
}

bool is_text(std::string_view bytes, const Patience& patience) {
    return bytes.find('\0') == std::string_view::npos && !broken_line(bytes, patience);
}

std::string document_text(std::string bytes, const Found& found, const Patience& patience) {
    std::string text = std::move(bytes);
    if (text.find('\0') != std::string::npos || !image_type(text).empty() ||
        text.starts_with("%PDF"))
        refuse(store::Code::invalid, "not_text",
               in_quotes(found.path) + " is no text: " + advice(text, found.path));
    if (const auto line = broken_line(text, patience))
        refuse(store::Code::invalid, "not_text",
               in_quotes(found.path) + " is no UTF-8 from line " + std::to_string(*line) +
                   " on: " + advice(text, found.path));
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    return text;
}

std::string read_document(const Found& found, const Patience& patience) {
    return document_text(read_bytes(found, most_document_bytes, patience), found, patience);
}

std::uint64_t count_lines(std::string_view text) {
    const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    return ends + (text.empty() || text.back() == '\n' ? 0 : 1);
}

void each_line(std::string_view text, std::uint64_t first,
               const std::function<bool(std::uint64_t, std::string_view)>& visit) {
    std::uint64_t number = 1;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (number >= first) {
            std::string_view line = text.substr(at, end - at);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (!visit(number, line)) return;
        }
        at = end + 1;
    }
}

std::string_view image_type(std::string_view bytes) {
    constexpr std::array heads{std::pair{std::string_view("\x89PNG\r\n\x1A\n"), "image/png"},
                               std::pair{std::string_view("\xFF\xD8\xFF"), "image/jpeg"},
                               std::pair{std::string_view("GIF87a"), "image/gif"},
                               std::pair{std::string_view("GIF89a"), "image/gif"}};
    for (const auto& [head, mime] : heads)
        if (bytes.starts_with(head)) return mime;
    constexpr std::size_t webp_mark = 8;
    if (bytes.starts_with("RIFF") && bytes.size() > 12 && bytes.substr(webp_mark, 4) == "WEBP")
        return "image/webp";
    return {};
}

}  // namespace tools::source
