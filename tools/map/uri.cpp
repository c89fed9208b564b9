#include "tools/map/uri.hpp"

#include "tools/map/conversation.hpp"
#include "tools/text/line.hpp"
#include "tools/uri_part.hpp"

namespace tools::map {
namespace {

constexpr std::string_view scheme = "map://";
constexpr std::string_view focus_end = "/focus";

}  // namespace

std::string to_uri(const MapUri& uri) {
    std::string out{scheme};
    out += uri_encoded(uri.conversation);
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
    auto name = uri_decoded(uri);
    if (!name || text::trim(*name) != *name || text::line_fault(*name, max_conversation))
        return std::nullopt;
    out.conversation = *std::move(name);
    return out;
}

}  // namespace tools::map
