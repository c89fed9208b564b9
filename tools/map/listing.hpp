#pragma once

#include "tools/map/model.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

enum class View { active, complete };

constexpr auto names(View) {
    return std::array{"active", "complete"};
}

/// Where the next page of a listing starts: behind a node, or behind an edge once
/// all nodes are shown. As text it is what the caller hands back.
struct Cursor {
    View view = View::active;
    std::optional<std::uint64_t> since;  ///< only what changed after this revision
    std::uint64_t revision = 0;          ///< the map's when the first page was read
    std::uint64_t shown = 0;             ///< nodes or edges on the pages before
    bool edges = false;                  ///< the nodes are all shown
    std::optional<NodeId> node;
    std::optional<Edge> edge;
};

std::string to_string(const Cursor& cursor);
std::optional<Cursor> read_cursor(std::string_view text);

/// What a listing shows, whatever it is taken from.
struct Selection {
    /// Shows the selected nodes behind an id by type and number, with words and
    /// edges, until visit returns false.
    std::function<void(std::optional<NodeId> after, const std::function<bool(Entry&)>& visit)> walk;
    /// Chooses among the outgoing edges of the nodes walked.
    std::function<bool(const Edge&)> keep;
};

struct BlockedNode {
    NodeId id;
    std::vector<NodeId> by;
};

/// A part of a map, whole when `next` is absent.
struct ListingPage {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<BlockedNode> blocked;  ///< among the nodes of this page
    std::optional<Cursor> next;
};

/// Nodes, then edges, from a cursor on, as many as fit into a number of bytes of a
/// reply that says everything twice, as text and as fields. Pages follow each other
/// without gap or repeat while the map stays as it is.
ListingPage list_page(const Reader& reader, const Selection& selection, const Cursor& from,
                      std::size_t bytes);

/// The lines of a listing, `- [T1] Task: words`, each with its end.
std::string listing_line(const Node& node, const Words& words);
std::string listing_line(const Edge& edge);

/// Lines of nodes and of edges under their headings (CM5), invisible characters
/// shown (CM15).
std::string listing_text(std::string_view nodes, std::string_view edges);
std::string listing_text(const ListingPage& page);

}  // namespace tools::map
