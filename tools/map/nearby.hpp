#pragma once

#include "tools/map/model.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tools::map {

/// The part of a map that a call has read so far, a level of nodes at a time.
class Nearby {
public:
    explicit Nearby(const Reader& reader) : reader_(reader) {}

    /// Reads those nodes that were not read yet, in one go.
    void load(std::span<const NodeId> ids);

    /// nullptr where there is no such node, or where it was not read.
    [[nodiscard]] const Entry* find(NodeId id) const;

    [[nodiscard]] bool read(NodeId id) const { return entries_.contains(id); }

    /// The nodes read that exist, in order.
    [[nodiscard]] std::vector<NodeId> ids() const;

    [[nodiscard]] const Reader& reader() const { return reader_; }

private:
    const Reader& reader_;
    std::map<NodeId, std::optional<Entry>> entries_;
};

/// Calls visit(other, kind, leaving) for every edge at a node; `leaving` is true for
/// edges that start there.
template <class F>
void each_edge(const Entry& entry, F visit) {
    for (const Edge& edge : entry.out)
        visit(edge.to, edge.kind, true);
    for (const Edge& edge : entry.in)
        visit(edge.from, edge.kind, false);
}

}  // namespace tools::map
