#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/graph/query/graph_view.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/model.hpp"

#include <map>
#include <optional>

namespace tools::memory {

/// A dataspace as queries see it: named things with the label entity, and live facts as edges
/// from subject to object whose type is the predicate. Patterns are no part of it; an alias is
/// a fact like others. Reads what a query touches; the transaction must outlive it.
class QueryGraph : public graph::query::GraphView {
public:
    using Item = graph::query::Item;

    /// Empty without a space. `at_ms` says which facts are current.
    QueryGraph(const store::ReadTxn& txn, const std::optional<store::Space>& space,
               std::int64_t at_ms);

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
    [[nodiscard]] std::optional<std::vector<Item>> having(
        std::string_view property, const graph::query::Value& value) const override;

private:
    Item item_of(const std::string& name) const;
    [[nodiscard]] const Fact& fact(Item edge) const;
    void add_edges(Item node, Role role, std::vector<graph::query::Edge>& out) const;
    [[nodiscard]] bool is_used(const std::string& name) const;

    const store::ReadTxn& txn_;
    std::optional<store::Space> space_;
    std::optional<Columns> columns_;
    std::int64_t at_ms_;
    graph::query::Known known_;
    mutable std::map<std::string, Item> items_;  ///< by normal form
    mutable std::vector<std::string> names_;     ///< normal forms by item
    mutable Fact last_;                          ///< the fact looked at last; number 0: none
};

}  // namespace tools::memory
