#pragma once

#include "tools/map/model.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tools::map {

/// The part of a map that a call has read so far, a level of nodes at a time.
class Nearby {
public:
    explicit Nearby(const Reader& reader) : reader_(reader) {}

    /// Reads those nodes that were not read yet, in one go.
    void load(std::span<const NodeId> ids);

    /// nullptr where there is no such node, or where it was not read. Stays good
    /// while more is read.
    [[nodiscard]] const Entry* find(NodeId id) const {
        const auto at = place(id);
        return at ? entries_[*at] : nullptr;
    }

    /// Where among entries() a node stands; nothing where find() gives nullptr.
    [[nodiscard]] std::optional<std::size_t> place(NodeId id) const {
        return asked_[slot(key(id))].place;
    }

    /// The nodes read that exist, in the order of reading.
    [[nodiscard]] const std::vector<const Entry*>& entries() const { return entries_; }

    [[nodiscard]] const Reader& reader() const { return reader_; }

    /// Answers for entries from what was read; the others it reads without their edges.
    /// Holds as long as this.
    [[nodiscard]] Reader known() const;

private:
    /// A node asked for, and where among entries_ it stands if it exists.
    struct Asked {
        std::uint64_t key = 0;  ///< 0: free
        std::optional<std::size_t> place;
    };

    static std::uint64_t key(NodeId id) {
        return std::uint64_t{id.number} << 4U | (static_cast<std::uint8_t>(id.type) + 1U);
    }

    /// The slot of asked_ where a key stands or would stand.
    [[nodiscard]] std::size_t slot(std::uint64_t key) const {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
        const std::size_t mask = asked_.size() - 1;
        std::size_t at = (key * golden >> 32U) & mask;
        while (asked_[at].key != 0 && asked_[at].key != key)
            at = (at + 1) & mask;
        return at;
    }

    void make_room(std::size_t more);

    const Reader& reader_;
    std::vector<std::vector<std::optional<Entry>>> levels_;
    std::vector<const Entry*> entries_;                   ///< in levels_
    std::vector<Asked> asked_ = std::vector<Asked>(256);  ///< at most half of it taken
    std::size_t taken_ = 0;
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
