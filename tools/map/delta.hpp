#pragma once

#include "tools/map/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// A node before and after; one of them is absent where it was added or removed.
struct NodeChange {
    std::optional<Node> before, after;
};

struct MovedEdge {
    Edge from, to;
};

struct MergedNode {
    NodeId node, into;
};

/// What one update changed, with old and new values: enough to show it, to undo
/// it and to join it with its neighbours (CM9, CM14).
struct Delta {
    std::uint64_t first = 0;  ///< first revision told of; below revision where several are joined
    std::uint64_t revision = 0;  ///< the revision it led to
    std::int64_t time = 0;       ///< ms since 1970 UTC
    std::vector<NodeChange> nodes;
    std::vector<Edge> added, removed;  ///< moved edges stand in both
    std::vector<Edge> telling;         ///< resolves and supersedes edges that closed their target
    std::vector<Edge> intended;  ///< resolves edges that take effect when their source is done
    std::vector<MovedEdge> moved;
    std::vector<MergedNode> merged;
    std::vector<Edge> stayed;  ///< edges that could not move without a cycle or a self-edge

    [[nodiscard]] bool empty() const { return nodes.empty() && added.empty() && removed.empty(); }
};

/// True where nodes or edges go, or nodes are archived, and none come.
bool takes_away(const Delta& delta);

/// What the caller sent and what the server did by itself, where lines differ.
struct Echo {
    std::vector<NodeId> told_in_full;  ///< nodes that the server numbered or completed
    bool full = false;                 ///< every line in full, for the history
};

/// The delta's lines without `- `, such as `Added node: [Q2] Question: Which region?`
/// (CM9). What the caller sent is echoed by its first words; a shortened text ends in `…`.
std::vector<std::string> delta_lines(const Delta& delta, const Echo& echo);

/// `Map update:` and the lines, or `Map update: none`.
std::string delta_text(const Delta& delta, const Echo& echo);

/// The first words of a text, whole where it is short.
std::string first_words(std::string_view text);

/// One delta for two that follow each other. Nodes that end as they began are left out.
Delta combine(const Delta& earlier, const Delta& later);
/// Deltas that follow each other as one; an empty one for none.
Delta combine_all(std::vector<Delta> deltas);

/// The counters after a delta; the revision stays.
Head counted(Head head, const Delta& delta);

/// What takes the later state back to the earlier one.
Delta inverse(Delta delta);

}  // namespace tools::map
