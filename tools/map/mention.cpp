#include "tools/map/mention.hpp"

#include <algorithm>
#include <cstddef>

namespace tools::map {
namespace {

bool letter_or_digit(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/// Signs that tie a name to what stands beside it.
bool ties(char c) {
    return letter_or_digit(c) || c == '/' || c == '\\' || c == '-' || c == '@' || c == '#';
}

/// True if the name at text[at, end) is not tied to its neighbours; a dot ends a
/// sentence unless something follows it.
bool free_standing(std::string_view text, std::size_t at, std::size_t end) {
    if (at > 0 && (ties(text[at - 1]) || text[at - 1] == '.')) return false;
    if (end == text.size()) return true;
    if (text[end] != '.') return !ties(text[end]);
    return end + 1 == text.size() || !letter_or_digit(text[end + 1]);
}

std::size_t id_end(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    return end;
}

}  // namespace

std::vector<NodeId> named_ids(std::string_view text) {
    std::vector<NodeId> out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t end = id_end(text, at);
        if (end == at + 1 || !free_standing(text, at, end)) continue;
        const auto id = read_id(text.substr(at, end - at));
        if (id && std::find(out.begin(), out.end(), *id) == out.end()) out.push_back(*id);
    }
    return out;
}

bool stands_in(std::string_view name, std::string_view text) {
    if (name.empty()) return false;
    for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
        if (free_standing(text, at, at + name.size())) return true;
    return false;
}

std::string_view path_of(std::string_view text) {
    const std::string_view first = text.substr(0, text.find_first_of(" ,;"));
    const std::string_view path = first.substr(0, first.find_last_not_of(":.") + 1);
    return path.find_first_of("./\\") == std::string_view::npos ? std::string_view() : path;
}

}  // namespace tools::map
