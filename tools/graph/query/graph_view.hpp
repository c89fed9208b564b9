#pragma once

#include "tools/graph/query/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::graph::query {

/// Which edges of a node are meant.
enum class Side : std::uint8_t { out, in, both };

struct Edge {
    Item item = 0;
    Item from = 0, to = 0;
};

/// The words a graph knows. A query that names another one is refused; where a list is
/// empty every word is taken.
struct Known {
    std::vector<std::string> labels, types, properties;
};

/// A graph as queries see it. Orders are the same for the same graph.
class GraphView {
public:
    GraphView() = default;
    GraphView(const GraphView&) = delete;
    GraphView& operator=(const GraphView&) = delete;
    virtual ~GraphView() = default;

    [[nodiscard]] virtual const Known& known() const = 0;

    /// Nodes that have the label; empty: all.
    [[nodiscard]] virtual std::vector<Item> nodes(std::string_view label) const = 0;
    [[nodiscard]] virtual std::vector<std::string> labels(Item node) const = 0;

    /// Edges of a node; one from a node to itself comes once for `both`.
    [[nodiscard]] virtual std::vector<Edge> edges(Item node, Side side) const = 0;
    [[nodiscard]] virtual Edge edge(Item edge) const = 0;
    [[nodiscard]] virtual std::string type(Item edge) const = 0;

    /// All properties that are not null.
    [[nodiscard]] virtual Map properties(NodeRef node) const = 0;
    [[nodiscard]] virtual Map properties(EdgeRef edge) const = 0;

    /// One property, null where there is none.
    [[nodiscard]] virtual Value property(NodeRef node, std::string_view name) const {
        return member(properties(node), name);
    }

    [[nodiscard]] virtual Value property(EdgeRef edge, std::string_view name) const {
        return member(properties(edge), name);
    }

    /// What names a node in an answer, and what else an answer shows of it.
    [[nodiscard]] virtual std::string name(Item node) const { return std::to_string(node); }

    [[nodiscard]] virtual Map shown(Item node) const { return properties(NodeRef{node}); }

    /// Nodes whose property has the value, where that is quicker than looking at all.
    [[nodiscard]] virtual std::optional<std::vector<Item>> having(std::string_view /*property*/,
                                                                  const Value& /*value*/) const {
        return std::nullopt;
    }
};

}  // namespace tools::graph::query
