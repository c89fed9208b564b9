#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/graph/query/graph_view.hpp"
#include "tools/map/model.hpp"

#include <optional>

namespace tools::map {

/// A map as queries see it: a node's label is its type, edges are those of the map. Read as
/// a whole, so that it stands without the transaction.
class QueryGraph : public graph::query::GraphView {
public:
    using Item = graph::query::Item;

    /// Empty without a space.
    QueryGraph(const store::ReadTxn& txn, const std::optional<store::Space>& space);

    [[nodiscard]] const graph::query::Known& known() const override { return known_; }

    [[nodiscard]] std::vector<Item> nodes(std::string_view label) const override;
    [[nodiscard]] std::vector<std::string> labels(Item node) const override;
    [[nodiscard]] std::vector<graph::query::Edge> edges(Item node,
                                                        graph::query::Side side) const override;
    [[nodiscard]] graph::query::Edge edge(Item edge) const override;
    [[nodiscard]] std::string type(Item edge) const override;
    [[nodiscard]] graph::query::Map properties(graph::query::NodeRef node) const override;
    [[nodiscard]] graph::query::Map properties(graph::query::EdgeRef edge) const override;
    [[nodiscard]] std::string name(Item node) const override;

private:
    [[nodiscard]] Item item_of(NodeId id) const;
    [[nodiscard]] Item item_of(const Edge& edge) const;

    graph::query::Known known_;
    std::vector<Entry> entries_;  ///< by id
    std::vector<Edge> edges_;     ///< rising
};

}  // namespace tools::map
