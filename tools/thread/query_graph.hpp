#pragma once

#include "tools/counter.hpp"
#include "tools/graph/query/graph_view.hpp"
#include "tools/thread/view.hpp"

#include <map>
#include <tuple>

namespace tools::thread {

/// A version of a thread as queries see it: a node's label is its kind, an edge points from a
/// node to what it depends on (D5). View and counter must outlive it.
class QueryGraph : public graph::query::GraphView {
public:
    using Item = graph::query::Item;

    QueryGraph(const View& view, const Counter& counter);

    [[nodiscard]] const graph::query::Known& known() const override { return known_; }

    [[nodiscard]] std::vector<Item> nodes(std::string_view label) const override;
    [[nodiscard]] std::vector<std::string> labels(Item node) const override;
    [[nodiscard]] std::vector<graph::query::Edge> edges(Item node,
                                                        graph::query::Side side) const override;
    [[nodiscard]] graph::query::Edge edge(Item edge) const override;
    [[nodiscard]] std::string type(Item edge) const override;
    [[nodiscard]] graph::query::Map properties(graph::query::NodeRef node) const override;
    [[nodiscard]] graph::query::Map properties(graph::query::EdgeRef edge) const override;
    [[nodiscard]] graph::query::Value property(graph::query::NodeRef node,
                                               std::string_view name) const override;
    using GraphView::property;
    [[nodiscard]] std::string name(Item node) const override;
    [[nodiscard]] graph::query::Map shown(Item node) const override;

private:
    [[nodiscard]] std::vector<Arc> arcs_from(Number number) const;
    graph::query::Edge numbered(const Arc& arc) const;

    const View& view_;
    const Counter& counter_;
    graph::query::Known known_;
    mutable std::map<std::tuple<Number, ArcKind, Number, Number>, Item> numbers_;
    mutable std::vector<Arc> arcs_;  ///< by the number they were given
};

}  // namespace tools::thread
