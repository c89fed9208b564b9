#pragma once

#include "tools/map/delta.hpp"
#include "tools/map/model.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tools::map {

/// A stored map with changes on top. It reads what it is asked for, once, and
/// tells in the end what became different. Pointers to nodes stay good until the
/// node is removed.
class Draft {
public:
    explicit Draft(const Reader& base) : base_(base), high_(base.head.high) {}

    /// Reads nodes and their edges in one go.
    void fetch(std::span<const NodeId> ids);

    [[nodiscard]] bool exists(NodeId id);
    /// The node as it now is, with its words; nullptr when there is none.
    [[nodiscard]] const Node* node(NodeId id);
    /// The same for who asks for no words: they may be missing.
    [[nodiscard]] const Node* fields(NodeId id);
    /// The node as it is stored, with its words; nullptr when there is none.
    [[nodiscard]] const Node* stored(NodeId id);
    /// The node's edges as they now are; empty where there is no node.
    [[nodiscard]] const std::vector<Edge>& out(NodeId id);
    [[nodiscard]] const std::vector<Edge>& in(NodeId id);
    /// Some of the node's edges, all where they are few: what it takes to see that
    /// there is one of a sort.
    [[nodiscard]] std::vector<Edge> some_edges(NodeId id);
    [[nodiscard]] bool has(const Edge& edge);

    /// The node must not exist.
    void add(Node node);
    /// The node must exist.
    Node& edit(NodeId id);
    /// Removes a node that exists, and its edges.
    void remove(NodeId id);
    /// Both ends must exist. A second link of the same edge is no change.
    void link(const Edge& edge);
    void unlink(const Edge& edge);

    /// Highest number given so far, per type.
    [[nodiscard]] std::uint32_t high(NodeType type) const;
    /// Marks a number as given.
    void use(NodeId id);

    [[nodiscard]] const Reader& base() const { return base_; }

    /// Ids of a type that are or were stored as open, at most 16 of them from that end,
    /// and those touched here.
    [[nodiscard]] std::vector<NodeId> open(NodeType type, First first);
    /// Asks for what similar() will be asked, all texts in one go.
    void look_up(std::vector<std::string> texts);
    /// The stored nodes whose words are nearest to a text, best first, at most 12.
    [[nodiscard]] const std::vector<NodeId>& similar(const std::string& text);
    /// Ids that were added or changed so far, edges included, and exist; in order.
    [[nodiscard]] std::vector<NodeId> touched() const;

    /// Edges that were added so far, in order.
    [[nodiscard]] const std::set<Edge>& linked() const { return linked_; }

    /// What became different, nodes by type and number; edges in order.
    [[nodiscard]] Delta delta();
    /// The counters after delta(), with its revision when it is not empty.
    [[nodiscard]] Head head(const Delta& delta) const;

private:
    struct Slot {
        std::optional<Node> before, now;
        std::vector<Edge> out, in;
        bool words_read = false;
        bool edges_read = false;
    };

    void read_nodes(std::span<const NodeId> ids);
    void take_edges(NodeId id, const Entry& entry);
    Slot& slot(NodeId id);
    Slot& with_edges(NodeId id);
    void read_words(Slot& slot);

    const Reader& base_;
    std::array<std::uint32_t, type_count> high_;
    std::map<NodeId, Slot> slots_;
    std::set<NodeId> handled_;  ///< nodes that were added, edited, removed, linked or unlinked
    std::set<Edge> linked_, unlinked_;
    std::map<std::string, std::vector<NodeId>> similar_;
};

/// Shortest chain of ids from one node to another along edges of a kind, both
/// ends included; empty when there is none.
std::vector<NodeId> chain(Draft& draft, EdgeKind kind, NodeId from, NodeId to);

}  // namespace tools::map
