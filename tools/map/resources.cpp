#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/focus.hpp"
#include "tools/map/listing.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/selection.hpp"
#include "tools/map/uri.hpp"
#include "tools/space_page.hpp"

#include <algorithm>

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

ResourceRow row(const char* uri_template, bool is_focus, ShowText show) {
    ResourceRow out;
    out.uri_template = uri_template;
    out.mime = mime;
    out.matches = [is_focus](const std::string& uri) {
        const auto named = read_uri(uri);
        return named && named->focus == is_focus;
    };
    out.read = [show](store::Store& store, const Call& call, const std::string& uri) {
        return read_document(store, call, uri, show);
    };
    out.watched = watched;
    return out;
}

}  // namespace

std::vector<ResourceRow> resource_rows() {
    ResourceRow map = row("map://{conversation}", false, map_text);
    map.name = "map";
    map.title = "Conversation map";
    map.about = "A conversation's map in its text form. Subscribe to hear of its changes.";
    map.list = list_maps;
    ResourceRow focus = row("map://{conversation}/focus", true, focus_text);
    focus.name = "map_focus";
    focus.title = "Focus of a conversation map";
    focus.about = "What matters now in a conversation's map: goals, blockers, recent nodes.";
    return {map, focus};
}

}  // namespace tools::map
