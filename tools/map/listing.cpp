#include "tools/map/listing.hpp"

#include "tools/map/blocked.hpp"
#include "tools/map/text.hpp"
#include "tools/strict_json.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <charconv>

namespace tools::map {
namespace {

NodeId just_before(NodeId id) {
    return {id.type, id.number - 1};
}

/// Collects what fits, and where it stopped fitting.
class Filling {
public:
    Filling(const Reader& reader, const Cursor& from, std::size_t bytes)
        : reader_(reader), from_(from), left_(bytes), shown_(from.shown) {}

    bool take_node(Entry& entry) {
        BlockedNode held{entry.node.id, blockers(reader_, entry)};
        constexpr std::size_t held_bytes = 40;
        constexpr std::size_t id_bytes = 16;
        const std::size_t line = json_size(text::reveal(print_node(entry.node))) + 4;
        const std::size_t cost =
            2 * line + (held.by.empty() ? 0 : held_bytes + id_bytes * held.by.size());
        if (!pay(cost)) {
            Cursor next = from_;
            next.shown = shown_;
            next.node = last_node_;
            page_.next = next;
            return false;
        }
        last_node_ = entry.node.id;
        page_.nodes.push_back(std::move(entry.node));
        if (!held.by.empty()) page_.blocked.push_back(std::move(held));
        return true;
    }

    bool take_edge(const Edge& edge) {
        if (!pay(2 * (to_string(edge).size() + 4))) {
            Cursor next = from_;
            next.edges = true;
            next.node = std::nullopt;
            next.shown = shown_;
            next.edge = last_edge_;
            page_.next = next;
            return false;
        }
        last_edge_ = edge;
        page_.edges.push_back(edge);
        return true;
    }

    void start_edges() { shown_ = from_.edges ? from_.shown : 0; }

    [[nodiscard]] bool full() const { return page_.next.has_value(); }

    ListingPage take() { return std::move(page_); }

private:
    /// The first item of a page always fits, so that every page moves on.
    bool pay(std::size_t cost) {
        const bool first = page_.nodes.empty() && page_.edges.empty();
        if (cost > left_ && !first) return false;
        left_ -= std::min(left_, cost);
        ++shown_;
        return true;
    }

    const Reader& reader_;
    const Cursor& from_;
    std::size_t left_;
    std::uint64_t shown_;
    std::optional<NodeId> last_node_;
    std::optional<Edge> last_edge_;
    ListingPage page_;
};

void take_edges(Filling& filling, const Selection& selection, const std::optional<Edge>& after) {
    filling.start_edges();
    const auto start = after ? std::optional(just_before(after->from)) : std::nullopt;
    selection.walk(start, [&](Entry& entry) {
        for (const Edge& edge : entry.out) {
            if ((after && edge <= *after) || !selection.keep(edge)) continue;
            if (!filling.take_edge(edge)) return false;
        }
        return true;
    });
}

}  // namespace

ListingPage list_page(const Reader& reader, const Selection& selection, const Cursor& from,
                      std::size_t bytes) {
    Filling filling(reader, from, bytes);
    if (!from.edges)
        selection.walk(from.node, [&](Entry& entry) { return filling.take_node(entry); });
    if (!filling.full()) take_edges(filling, selection, from.edge);
    return filling.take();
}

std::string listing_line(const Node& node, const Words& words) {
    std::string out = "- ";
    print_node(out, node, words);
    return out += '\n';
}

std::string listing_line(const Edge& edge) {
    return "- " + to_string(edge) + "\n";
}

std::string listing_text(std::string_view nodes, std::string_view edges) {
    std::string out;
    if (!nodes.empty()) (out += "## Nodes\n") += nodes;
    if (!nodes.empty() && !edges.empty()) out += '\n';
    if (!edges.empty()) (out += "## Relationships\n") += edges;
    return text::reveal(out);
}

std::string listing_text(const ListingPage& page) {
    std::string nodes, edges;
    for (const Node& node : page.nodes)
        nodes += listing_line(node, node.words);
    for (const Edge& edge : page.edges)
        edges += listing_line(edge);
    return listing_text(nodes, edges);
}

std::string to_string(const Cursor& cursor) {
    std::string out = cursor.view == View::active ? "a" : "c";
    out += std::to_string(cursor.revision) + "." + std::to_string(cursor.shown) + ".";
    if (cursor.since) out += std::to_string(*cursor.since);
    out += cursor.edges ? ".e." : ".n.";
    if (cursor.node) out += to_string(*cursor.node);
    if (cursor.edge)
        out += to_string(cursor.edge->from) + "-" +
               std::to_string(static_cast<unsigned>(cursor.edge->kind)) + "-" +
               to_string(cursor.edge->to);
    return out;
}

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (;;) {
        const auto end = text.find(separator);
        out.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::uint64_t> read_number(std::string_view text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc{} || stop != end) return std::nullopt;
    return value;
}

std::optional<Edge> read_edge(std::string_view text) {
    const auto parts = split(text, '-');
    if (parts.size() != 3) return std::nullopt;
    const auto from = read_id(parts[0]);
    const auto kind = read_number(parts[1]);
    const auto to = read_id(parts[2]);
    if (!from || !kind || *kind >= edge_kinds || !to) return std::nullopt;
    return Edge{*from, static_cast<EdgeKind>(*kind), *to};
}

/// The place behind which to go on.
bool read_place(std::string_view text, Cursor& to) {
    if (text.empty()) return true;
    if (to.edges)
        to.edge = read_edge(text);
    else
        to.node = read_id(text);
    return to.edges ? to.edge.has_value() : to.node.has_value();
}

}  // namespace

std::optional<Cursor> read_cursor(std::string_view text) {
    const auto parts = split(text, '.');
    if (parts.size() != 5 || parts[0].empty()) return std::nullopt;
    if (parts[0][0] != 'a' && parts[0][0] != 'c') return std::nullopt;
    if (parts[3] != "n" && parts[3] != "e") return std::nullopt;
    Cursor out;
    out.view = parts[0][0] == 'a' ? View::active : View::complete;
    const auto revision = read_number(parts[0].substr(1));
    const auto shown = read_number(parts[1]);
    if (!revision || !shown) return std::nullopt;
    out.revision = *revision;
    out.shown = *shown;
    if (!parts[2].empty()) {
        out.since = read_number(parts[2]);
        if (!out.since) return std::nullopt;
    }
    out.edges = parts[3] == "e";
    if (!read_place(parts[4], out)) return std::nullopt;
    return out;
}

}  // namespace tools::map
