#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/focus.hpp"
#include "tools/map/listing.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/selection.hpp"
#include "tools/map/uri.hpp"
#include "tools/space_page.hpp"

#include <algorithm>
#include <array>

namespace tools::map {
namespace {

constexpr const char* mime = "text/markdown";
constexpr std::size_t resource_page_bytes = 110'000;  ///< counted twice, as list_page does

/// The map whole, or the open part of a long one.
std::string map_text(const store::ReadTxn& txn, const Call& /*call*/, const Conversation& map) {
    Cursor cursor;
    cursor.view = View::complete;
    ListingPage page =
        list_page(map.reader, select(txn, map, cursor).selection, cursor, resource_page_bytes);
    if (!page.next) return listing_text(page);
    cursor.view = View::active;
    page = list_page(map.reader, select(txn, map, cursor).selection, cursor, resource_page_bytes);
    std::string out = listing_text(page) + "\nClosed nodes are left out";
    if (page.next)
        out += ", and of the open part only the first " + amount(page.nodes.size(), "node") +
               (page.nodes.size() == 1 ? " is shown" : " are shown");
    return out + ": map_review shows everything page by page.\n";
}

/// What a reply needs that answers no message in particular: goals, what blocks
/// and is depended on, what is recent.
std::string focus_text(const store::ReadTxn& /*txn*/, const Call& call, const Conversation& map) {
    const Focus found = focus(map.reader, {}, call.counter);
    std::string out = found.text;
    if (found.left_out > 0)
        out += "\nLeft out: " + amount(found.left_out, "node") +
               ". map_focus with the message chooses by what it says.\n";
    return out;
}

using ShowText = std::string (*)(const store::ReadTxn&, const Call&, const Conversation&);

/// The document of a URI; nothing for a map that does not exist and is not the
/// one this process works on.
std::optional<Document> read_document(store::Store& store, const Call& call, const std::string& uri,
                                      ShowText show) {
    const auto named = read_uri(uri);
    if (!named) return std::nullopt;
    return store.read([&](const store::ReadTxn& txn) -> std::optional<Document> {
        const Conversation map = open_conversation(txn, call, named->conversation);
        if (!map.space && map.name != call.settings.conversation) return std::nullopt;
        return Document{uri, mime, show(txn, call, map)};
    });
}

Page<Resource> list_maps(store::Store& store, const Call& call, const std::string& after,
                         std::size_t limit) {
    return space_page(store, call, store::SpaceKind::map, after, limit,
                      [](const std::string& name) {
                          return Resource{to_uri({name, false}), name, "Map " + name,
                                          "The conversation's map in its text form.", mime};
                      });
}

std::optional<Watched> watched(const std::string& uri) {
    const auto named = read_uri(uri);
    if (!named) return std::nullopt;
    return Watched{store::SpaceKind::map, named->conversation};
}

template <bool is_focus>
bool matches(const std::string& uri) {
    const auto named = read_uri(uri);
    return named && named->focus == is_focus;
}

template <ShowText show>
std::optional<Document> read(store::Store& store, const Call& call, const std::string& uri) {
    return read_document(store, call, uri, show);
}

constexpr std::array resources{
    ResourceRow{.uri_template = "map://{conversation}",
                .name = "map",
                .title = "Conversation map",
                .about = "A conversation's map in its text form. Subscribe to hear of its changes.",
                .mime = mime,
                .matches = matches<false>,
                .read = read<map_text>,
                .list = list_maps,
                .watched = watched},
    ResourceRow{.uri_template = "map://{conversation}/focus",
                .name = "map_focus",
                .title = "Focus of a conversation map",
                .about = "What matters now in a conversation's map: goals, blockers, recent nodes.",
                .mime = mime,
                .matches = matches<true>,
                .read = read<focus_text>,
                .watched = watched}};

}  // namespace

constinit const Rows<ResourceRow> resource_rows = resources;

}  // namespace tools::map
