#include "tools/source/reference.hpp"

#include "tools/source/roots.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::source {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// `a%20b` as `a b`; a percent sign that stands for nothing stays.
std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low < 0) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(16 * high + low);
        i += 2;
    }
    return out;
}

bool is_remote(std::string_view target) {
    const auto colon = target.find(':');
    return target.starts_with("//") || target.starts_with('#') ||
           (colon != std::string_view::npos && target.find('/') > colon);
}

void keep(std::string_view target, std::vector<std::string>& to) {
    const std::string path = text::trim(target);
    if (path.empty() || is_remote(path)) return;
    std::string name = decoded(path);
    if (name.find('\0') == std::string::npos && std::find(to.begin(), to.end(), name) == to.end())
        to.push_back(std::move(name));
}

/// The target between the brackets of `](...)`, without a title.
std::string_view target_of(std::string_view inside) {
    while (inside.starts_with(' '))
        inside.remove_prefix(1);
    if (inside.starts_with('<')) {
        const auto end = inside.find('>');
        return end == std::string_view::npos ? std::string_view() : inside.substr(1, end - 1);
    }
    std::size_t depth = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const char c = inside[i];
        if (c == '(') ++depth;
        const bool closes = c == ')' && depth == 0;
        if (closes || ((c == ' ' || c == '\t') && i > 0)) return inside.substr(0, i);
        if (c == ')') --depth;
    }
    return {};
}

void markdown_images(std::string_view line, std::vector<std::string>& to) {
    for (auto at = line.find("!["); at != std::string_view::npos; at = line.find("![", at)) {
        at = line.find("](", at);
        if (at == std::string_view::npos) return;
        keep(target_of(line.substr(at + 2)), to);
    }
}

void html_images(std::string_view line, std::vector<std::string>& to) {
    for (auto at = line.find("<img"); at != std::string_view::npos;
         at = line.find("<img", at + 4)) {
        const std::string_view tag = line.substr(at, line.find('>', at) - at);
        const auto source = tag.find("src=");
        if (source == std::string_view::npos || source + 5 >= tag.size()) continue;
        const char quote = tag[source + 4];
        if (quote != '"' && quote != '\'') continue;
        const std::string_view value = tag.substr(source + 5);
        keep(value.substr(0, std::min(value.find(quote), value.size())), to);
    }
}

}  // namespace

std::vector<std::string> image_references(std::string_view line) {
    std::vector<std::string> out;
    markdown_images(line, out);
    html_images(line, out);
    constexpr std::string_view export_mark = "Document export file:";
    if (const auto at = line.find(export_mark); at != std::string_view::npos)
        keep(line.substr(at + export_mark.size()), out);
    return out;
}

std::string resolved(const std::string& reference, const std::string& document) {
    if (reference.starts_with('/')) return tidy_path(reference);
    const auto slash = document.rfind('/');
    return tidy_path(document.substr(0, slash + 1) + reference);
}

}  // namespace tools::source
