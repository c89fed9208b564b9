#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// What a node stands for, in the order in which maps are printed (CM1).
enum class NodeType : std::uint8_t {
    goal,
    context,
    preference,
    task,
    decision,
    question,
    risk,
    artifact
};

constexpr auto names(NodeType) {
    return std::array{"goal",     "context",  "preference", "task",
                      "decision", "question", "risk",       "artifact"};
}

inline constexpr std::string_view type_letters = "GCPTDQRA";
inline constexpr std::size_t type_count = type_letters.size();

enum class Status : std::uint8_t { active, pending, blocked, done, superseded, archived };

constexpr auto names(Status) {
    return std::array{"active", "pending", "blocked", "done", "superseded", "archived"};
}

enum class Source : std::uint8_t { user, assistant, file, tool, inferred };

constexpr auto names(Source) {
    return std::array{"user", "assistant", "file", "tool", "inferred"};
}

enum class Confidence : std::uint8_t { confirmed, assumed, uncertain };

constexpr auto names(Confidence) {
    return std::array{"confirmed", "assumed", "uncertain"};
}

/// Read as a sentence, source -> target (CM3).
enum class EdgeKind : std::uint8_t {
    supports,
    depends_on,
    blocks,
    resolves,
    supersedes,
    derived_from,
    updates,
    next
};

constexpr auto names(EdgeKind) {
    return std::array{"supports",   "depends_on",   "blocks",  "resolves",
                      "supersedes", "derived_from", "updates", "next"};
}

inline constexpr std::size_t edge_kinds = 8;
inline constexpr std::uint32_t max_number = 999'999'999;
inline constexpr std::size_t max_text = 500;  ///< code points of any words of a node

/// `T12`: a type and a number that is unique in its map for ever.
struct NodeId {
    NodeType type = NodeType::goal;
    std::uint32_t number = 0;

    auto operator<=>(const NodeId&) const = default;
};

/// What a person wrote about a node. An empty string is an absent field.
struct Words {
    std::string text, reason, impact, mitigation;

    bool operator==(const Words&) const = default;
};

struct Node {
    NodeId id;
    std::optional<Status> status;
    std::optional<Source> source;
    std::optional<Confidence> confidence;
    std::uint64_t born = 0;     ///< revision that added it
    std::uint64_t changed = 0;  ///< revision of its last change
    std::uint64_t content = 0;  ///< where its words stand in the content table; 0: not stored yet
    Words words;                ///< left empty by readers that only walk
};

/// Equal in all that a person sees.
bool same(const Node& a, const Node& b);

struct Edge {
    NodeId from;
    EdgeKind kind = EdgeKind::supports;
    NodeId to;

    auto operator<=>(const Edge&) const = default;
};

/// A node with the edges at it.
struct Entry {
    Node node;
    std::vector<Edge> out, in;
};

/// Counters of a map, kept so that no call has to load the whole of it.
struct Head {
    std::uint64_t revision = 0;
    std::array<std::uint32_t, type_count> high{};  ///< highest number ever given, per type
    std::uint64_t nodes = 0, edges = 0;
    std::uint64_t goals = 0, tasks = 0, questions = 0, risks = 0;  ///< as CM7 counts them
    std::vector<std::uint64_t> told;  ///< digests of the attention lines last given (CM16)
    std::uint64_t turns = 0;          ///< updates that named a turn
};

/// A node that shares words with a text.
struct Match {
    NodeId node;
    double score = 0;  ///< BM25; a term that only this node holds gives up to 1.9 ln(nodes)
};

/// Which end of a list of ids comes first.
enum class First : std::uint8_t { newest, oldest };

/// How the rules see a stored map. Each function reads what it is asked for
/// and nothing else; nodes come a level at a time.
struct Reader {
    Head head;
    /// Nodes with their edges, words left empty; nothing where there is no such node.
    std::function<std::vector<std::optional<Entry>>(std::span<const NodeId>)> entries;
    /// The nodes alone, words left empty; nothing where there is no such node.
    std::function<std::vector<std::optional<Node>>(std::span<const NodeId>)> nodes;
    /// The words of a node that an entry came with.
    std::function<Words(const Node&)> words;
    /// Open nodes of a type by number, at most so many.
    std::function<std::vector<NodeId>(NodeType, std::size_t limit, First)> open;
    /// As entries, but with at most so many edges a node, for walks that a node with
    /// thousands of neighbours must not slow down.
    std::function<std::vector<std::optional<Entry>>(std::span<const NodeId>, std::size_t edges)>
        nearby;
    /// Nodes that share words with a text, best first, at most so many, from a score on.
    std::function<std::vector<Match>(std::string_view text, std::size_t limit, double least)>
        matching;
    /// For each text the nodes whose words are nearest to it, best first, at most so many.
    std::function<std::vector<std::vector<NodeId>>(std::span<const std::string> texts,
                                                   std::size_t limit)>
        similar;
    /// True for an id that was given once and removed since.
    std::function<bool(NodeId)> retired;
    /// Nodes that the revisions after this one changed, the latest first, at most so many.
    std::function<std::vector<NodeId>(std::uint64_t revision, std::size_t limit)> recent;
};

/// Not done, superseded or archived (an absent status is open).
bool is_open(const Node& node);
/// Active, or without a status.
bool is_active(const Node& node);
/// Still has to happen: pending or blocked of any type; active or unstated
/// goals, tasks, questions and risks (CM4).
bool is_unfinished(const Node& node);

char letter(NodeType type);
const char* title(NodeType type);
std::string to_string(NodeId id);
/// The same behind what `out` holds.
void append_id(std::string& out, NodeId id);
std::vector<std::string> to_strings(std::span<const NodeId> ids);
/// `[T1] --depends_on--> [Q1]`
std::string to_string(const Edge& edge);
void append_edge(std::string& out, const Edge& edge);

/// Reads `T12`, `t12` or `[T12]`; nothing when it is no id.
std::optional<NodeId> read_id(std::string_view text);
/// Reads a type by its word or its letter, in any case.
std::optional<NodeType> read_type(std::string_view text);

}  // namespace tools::map
