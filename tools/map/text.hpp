#pragma once

#include "store/error.hpp"
#include "tools/map/change.hpp"
#include "tools/map/model.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// The seed's default map shape (CM5). Printing and parsing are inverse for
/// every map, whatever its words hold.

/// `[T1] Task: text - status: active`
std::string print_node(const Node& node);
/// The same of a node whose words stand apart, behind what `out` holds.
void print_node(std::string& out, const Node& node, const Words& words);

/// Headings, node lines and edge lines, in the order given; "" for no nodes.
/// Edges are shown where both ends are among the nodes.
std::string print_map(std::span<const Node> nodes, std::span<const Edge> edges);

/// One backslash before the hyphen of what would read as a field mark; those
/// that stand there become one more.
std::string escape(std::string_view words);
std::string unescape(std::string_view words);

/// What a text said, and what was wrong with its lines. A problem's index is
/// its 1-based line; `send` holds the line to send instead.
struct Parsed {
    std::vector<Change> changes;
    std::vector<store::Problem> problems;
    /// Ids and `$words` that only faulty lines of a delta would have added: a line
    /// that names one of them is no second fault.
    std::vector<std::string> broken_ids;
};

/// The `delta` form of an update, forgiving on input. Values are not checked
/// here: the rules do that for both forms. A change without an op is a line of
/// a map: it adds its node or, where the id exists, changes it. Where a line has
/// two meanings `send` holds both, with a line `or` between them, which is a
/// fault itself when it is sent along.
Parsed parse_delta(std::string_view text);

/// A whole map in the shape of print_map, for import: adds and links, each
/// with its line.
Parsed parse_map(std::string_view text);

}  // namespace tools::map
