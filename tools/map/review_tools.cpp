#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/draft.hpp"
#include "tools/map/listing.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/reply.hpp"
#include "tools/map/selection.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/map/update_json.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace tools::map {
namespace {

constexpr std::size_t review_page_bytes =
    46'000;  ///< of a reply, for the map's lines and what is blocked

constexpr std::ptrdiff_t most_removed = 200;

struct ReviewArgs {
    std::optional<std::string> conversation;
    std::optional<View> view;
    std::optional<std::int64_t> since_revision;
    std::optional<std::string> cursor;

    static constexpr auto fields() {
        return std::tuple{field("conversation", &ReviewArgs::conversation, about_conversation),
                          field("view", &ReviewArgs::view, "active (default): open nodes"),
                          field("since_revision", &ReviewArgs::since_revision,
                                "Only what changed after it", {.least = 0}),
                          field("cursor", &ReviewArgs::cursor, about_cursor)};
    }
};

struct ReviewReply {
    std::string conversation, text;
    std::int64_t revision = 0;
    std::vector<BlockedReply> blocked;
    std::vector<AttentionReply> attention;
    std::vector<std::string> next_ids;
    std::optional<std::vector<std::string>> removed;
    std::optional<std::string> note, left, next_cursor;
    std::string head, lines, tail;  ///< what the text block says before and after the map

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &ReviewReply::conversation, "The map's name."),
            field("text", &ReviewReply::text, "The map: headings, node and edge lines."),
            field("revision", &ReviewReply::revision, "The map's revision."),
            field("blocked", &ReviewReply::blocked, "Open nodes that cannot go on."),
            field("attention", &ReviewReply::attention, "What to look at."),
            field("next_ids", &ReviewReply::next_ids, "Next free id of each type."),
            field("removed", &ReviewReply::removed, "Ids and edges gone since since_revision."),
            field("note", &ReviewReply::note, "What is left out on purpose."),
            field("left", &ReviewReply::left, "What comes on the next pages."),
            field("next_cursor", &ReviewReply::next_cursor, "Send it for the rest.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = head + (note ? " " + *note : "") + "\n";
        if (!text.empty()) out += "\n" + text + "\n";
        if (!blocked.empty()) out += "Blocked: " + blocked_line(blocked) + "\n";
        return out + lines + tail;
    }
};

[[noreturn]] void refuse_page(const char* path, const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, "the map cannot be shown so",
                       {{path, reason, message, "", {}}});
}

/// Where this call's page starts: behind the page before, or at the beginning.
Cursor start(const ReviewArgs& args, const Head& head) {
    Cursor out;
    if (args.cursor && !args.cursor->empty()) {
        const auto cursor = read_cursor(*args.cursor);
        if (!cursor)
            refuse_page("/cursor", "bad_cursor",
                        "send next_cursor of the page before, or leave it out");
        return *cursor;
    }
    out.view = args.view.value_or(args.since_revision ? View::complete : View::active);
    out.revision = head.revision;
    if (args.since_revision) out.since = static_cast<std::uint64_t>(*args.since_revision);
    if (out.since.value_or(0) > head.revision)
        refuse_page("/since_revision", "unknown_revision",
                    "the map is at revision " + std::to_string(head.revision) +
                        ": send one that is not above it");
    return out;
}

std::string head_line(const Conversation& map) {
    const Head& head = map.reader.head;
    return "Map \"" + text::reveal(map.name) + "\", revision " + std::to_string(head.revision) +
           ": " + amount(head.nodes, "node") + ", " + amount(head.edges, "edge") + ".";
}

/// What is left out on purpose, or odd; "" when there is nothing to say.
std::string note(const Cursor& cursor, const Selected& selected, const Head& head) {
    if (head.revision == 0)
        return "Nothing was stored under this name yet: map_update starts the map, map_list names "
               "the maps there are.";
    std::string out;
    const std::uint64_t closed = head.nodes - std::min(head.nodes, selected.nodes);
    if (cursor.since)
        out = "Only what changed since revision " + std::to_string(*cursor.since) + ": " +
              amount(selected.nodes, "node") + ".";
    else if (cursor.view == View::active && closed > 0)
        out = "Open nodes only: " + amount(closed, "closed node") +
              " left out, view complete shows all.";
    if (cursor.revision != head.revision)
        out += (out.empty() ? "" : " ") +
               std::string("The map changed since the first page (revision ") +
               std::to_string(cursor.revision) + "): start again for one consistent view.";
    return out;
}

/// How much comes on the pages behind this one.
std::string left(const Cursor& next, const Selected& selected) {
    const std::uint64_t all = next.edges ? selected.edges : selected.nodes;
    const std::uint64_t count = all - std::min(all, next.shown);
    if (!next.edges) return amount(count, "node") + " and their relationships";
    return selected.exact ? amount(count, "relationship") : "more relationships";
}

/// The lines that close the text block.
std::string tail(const ReviewReply& reply, const Selected& selected) {
    std::string out;
    if (reply.removed && !reply.removed->empty()) {
        const std::size_t more = selected.removed.size() - reply.removed->size();
        out += "Removed: " + join(*reply.removed);
        if (more > 0) out += " and " + std::to_string(more) + " more, which map_history tells";
        out += "\n";
    }
    if (reply.next_cursor)
        out += "Left: " + *reply.left + ". Send " +
               call_line("map_review",
                         {{"conversation", reply.conversation}, {"cursor", *reply.next_cursor}}) +
               "\n";
    return out + "Next ids: " + join(reply.next_ids, " ");
}

/// What the open nodes shown give reason to look at (CM16), on the first page only.
std::vector<Attention> attention(const Conversation& map, const ListingPage& page,
                                 const MapLimits& limits) {
    std::vector<NodeId> open;
    for (const Node& node : page.nodes)
        if (is_open(node)) open.push_back(node.id);
    Draft draft(map.reader);
    return chosen(attention_of(draft, open, limits), {}, Form::delta);
}

/// What only the first page of a review tells.
void tell_once(ReviewReply& reply, const Conversation& map, const ListingPage& page,
               const MapLimits& limits) {
    for (const Attention& line : attention(map, page, limits)) {
        reply.attention.push_back(to_reply(line));
        reply.lines += text::reveal(attention_line(line, Form::delta)) + "\n";
    }
}

ReviewReply review(const store::ReadTxn& txn, const Call& call, const ReviewArgs& args) {
    const Conversation map = open_conversation(txn, call, args.conversation);
    const Head& head = map.reader.head;
    const Cursor from = start(args, head);
    const Selected selected = select(txn, map, from);
    const ListingPage page = list_page(map.reader, selected.selection, from, review_page_bytes);
    const bool first = from.shown == 0 && !from.edges;
    ReviewReply reply;
    reply.conversation = map.name;
    reply.text = listing_text(page);
    reply.revision = static_cast<std::int64_t>(head.revision);
    reply.blocked = to_reply(page.blocked);
    if (first) tell_once(reply, map, page, call.settings.map_limits);
    reply.next_ids = next_ids(head);
    if (first && from.since)
        reply.removed.emplace(
            selected.removed.begin(),
            selected.removed.begin() +
                std::min<std::ptrdiff_t>(most_removed, std::ssize(selected.removed)));
    if (page.next) {
        reply.next_cursor = to_string(*page.next);
        reply.left = left(*page.next, selected);
    }
    const std::string said = note(from, selected, head);
    if (!said.empty()) reply.note = said;
    reply.head = head_line(map);
    reply.tail = tail(reply, selected);
    return reply;
}

struct ListArgs {
    std::optional<std::string> cursor;

    static constexpr auto fields() {
        return std::tuple{field("cursor", &ListArgs::cursor, about_cursor)};
    }
};

struct ListedMap {
    std::string conversation;
    std::int64_t revision = 0, nodes = 0, edges = 0;

    static constexpr auto fields() {
        return std::tuple{field("conversation", &ListedMap::conversation, "The map's name."),
                          field("revision", &ListedMap::revision, "Its revision."),
                          field("nodes", &ListedMap::nodes, "How many nodes it has."),
                          field("edges", &ListedMap::edges, "How many edges it has.")};
    }
};

struct ListReply {
    std::vector<ListedMap> maps;
    std::optional<std::string> next_cursor;

    static constexpr auto fields() {
        return std::tuple{field("maps", &ListReply::maps, "The maps by name."),
                          field("next_cursor", &ListReply::next_cursor, "Send it for the rest.")};
    }

    [[nodiscard]] std::string text_block() const {
        if (maps.empty()) return "No maps. map_update starts one.";
        std::string out;
        for (const ListedMap& map : maps)
            out += "\"" + text::reveal(map.conversation) + "\": revision " +
                   std::to_string(map.revision) + ", " + amount(map.nodes, "node") + ", " +
                   amount(map.edges, "edge") + "\n";
        if (next_cursor)
            out += "There are more. Send " + call_line("map_list", {{"cursor", *next_cursor}});
        return out;
    }
};

ListReply list(const store::ReadTxn& txn, const Call& call, const ListArgs& args) {
    constexpr std::size_t page = 50;  // names may take 800 bytes each, twice
    const auto spaces = store::list_spaces(txn, call.principal.tenant, store::SpaceKind::map,
                                           args.cursor.value_or(""), page + 1);
    ListReply reply;
    for (const auto& [space, name] : spaces) {
        if (reply.maps.size() == page) {
            reply.next_cursor = reply.maps.back().conversation;
            break;
        }
        const Head head = read_head(txn, space);
        reply.maps.push_back({name, static_cast<std::int64_t>(head.revision),
                              static_cast<std::int64_t>(head.nodes),
                              static_cast<std::int64_t>(head.edges)});
    }
    return reply;
}

constexpr std::array review_tools{
    reads<review>({.name = "map_review",
                   .title = "Review the map",
                   .about = "Call when the user asks for the map, or before tidying; map_focus is "
                            "enough before a reply. Shows it as text, what is blocked and the next "
                            "free ids, in pages."})};

constexpr std::array list_tools{
    reads<list>({.name = "map_list",
                 .title = "List maps",
                 .about = "Call to find another conversation's map. Names the maps there are, "
                          "with revision and size."})};

}  // namespace

constinit const Rows<Tool> review_rows = review_tools;
constinit const Rows<Tool> list_rows = list_tools;

}  // namespace tools::map
