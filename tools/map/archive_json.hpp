#pragma once

#include "tools/map/delta.hpp"
#include "tools/map/records.hpp"
#include "tools/schema.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::map {

/// A map as lines of an export: each revision, and the rest that its history does not
/// tell (LM15). Edges are texts such as `T1 depends_on Q2`.

struct ArchivedNode {
    std::string text;
    std::optional<std::string> reason, impact, mitigation;
    std::optional<Status> status;
    std::optional<Source> source;
    std::optional<Confidence> confidence;
    std::int64_t born = 0, changed = 0;

    static constexpr auto fields() {
        constexpr Limits words{.max_length = max_text};
        return std::tuple{
            field("text", &ArchivedNode::text, "its text", words),
            field("reason", &ArchivedNode::reason, "of a decision", words),
            field("impact", &ArchivedNode::impact, "of a question", words),
            field("mitigation", &ArchivedNode::mitigation, "of a risk", words),
            field("status", &ArchivedNode::status, "status"),
            field("source", &ArchivedNode::source, "who said it"),
            field("confidence", &ArchivedNode::confidence, "how sure"),
            field("born", &ArchivedNode::born, "revision that added it", {.least = 0}),
            field("changed", &ArchivedNode::changed, "of its last change", {.least = 0})};
    }
};

struct ArchivedChange {
    std::string id;
    std::optional<ArchivedNode> node;  ///< as it was then; absent: removed

    static constexpr auto fields() {
        return std::tuple{field("id", &ArchivedChange::id, "such as T1"),
                          field("node", &ArchivedChange::node, "as it was then")};
    }
};

struct ArchivedMove {
    std::string from, to;

    static constexpr auto fields() {
        return std::tuple{field("from", &ArchivedMove::from, "before"),
                          field("to", &ArchivedMove::to, "after")};
    }
};

struct ArchivedRevision {
    using Texts = std::optional<std::vector<std::string>>;

    std::int64_t revision = 0;
    std::optional<std::int64_t> first;   ///< where several are joined
    std::optional<std::string> follows;  ///< digest of the revision before, as a line
    std::int64_t time_ms = 0;
    std::optional<std::vector<ArchivedChange>> nodes;
    Texts added, removed, telling, intended, stayed;
    std::optional<std::vector<ArchivedMove>> moved, merged;

    static constexpr auto fields() {
        return std::tuple{
            field("revision", &ArchivedRevision::revision, "its number", {.least = 1}),
            field("first", &ArchivedRevision::first, "the first of several", {.least = 1}),
            field("follows", &ArchivedRevision::follows, "digest of the one before"),
            field("time_ms", &ArchivedRevision::time_ms, "when"),
            field("nodes", &ArchivedRevision::nodes, "nodes that changed"),
            field("added", &ArchivedRevision::added, "edges"),
            field("removed", &ArchivedRevision::removed, "edges"),
            field("telling", &ArchivedRevision::telling, "edges that closed their target"),
            field("intended", &ArchivedRevision::intended, "edges that take effect later"),
            field("stayed", &ArchivedRevision::stayed, "edges that could not move"),
            field("moved", &ArchivedRevision::moved, "edges, before and after"),
            field("merged", &ArchivedRevision::merged, "nodes, and into which")};
    }
};

/// Revisions that a node's record names, where its history tells others.
struct ArchivedAge {
    std::string id;
    std::int64_t born = 0, changed = 0;

    static constexpr auto fields() {
        return std::tuple{field("id", &ArchivedAge::id, "such as T1"),
                          field("born", &ArchivedAge::born, "added by", {.least = 0}),
                          field("changed", &ArchivedAge::changed, "changed by", {.least = 0})};
    }
};

struct ArchivedTurn {
    std::string turn, content, answer;  ///< the answer as its record holds it, in hex
    std::int64_t sequence = 0;

    static constexpr auto fields() {
        return std::tuple{field("turn", &ArchivedTurn::turn, "its name"),
                          field("content", &ArchivedTurn::content, "digest of what was sent"),
                          field("answer", &ArchivedTurn::answer, "what a retry gets again"),
                          field("sequence", &ArchivedTurn::sequence, "its number", {.least = 0})};
    }
};

struct ArchivedState {
    std::int64_t revision = 0, turns = 0;
    std::vector<std::string> highest;  ///< the highest id ever given of each type
    std::vector<std::string> told;     ///< digests in hex of attention lines given last
    std::vector<std::string> retired;  ///< ids removed, as far as the history does not tell
    std::vector<ArchivedAge> ages;
    std::vector<ArchivedTurn> answers;

    static constexpr auto fields() {
        return std::tuple{
            field("revision", &ArchivedState::revision, "the last one", {.least = 1}),
            field("turns", &ArchivedState::turns, "updates that named a turn", {.least = 0}),
            field("highest", &ArchivedState::highest, "ids given last", {.max_items = type_count}),
            field("told", &ArchivedState::told, "attention given last", {.max_items = 255}),
            field("retired", &ArchivedState::retired, "ids removed"),
            field("ages", &ArchivedState::ages, "revisions of nodes"),
            field("answers", &ArchivedState::answers, "turns kept", {.max_items = 1024})};
    }
};

ArchivedRevision archived(const Delta& delta);

/// What the line of the next revision says it follows.
std::string line_digest(ArchivedRevision line);

/// The delta without what stood before. Throws Error invalid with every fault.
Delta restored(const ArchivedRevision& line);

/// An id, an edge or a number in hex. Throws Error invalid that names the path.
NodeId restored_id(const std::string& text, const std::string& path);
std::string bytes_in_hex(const std::string& text, const std::string& path);

}  // namespace tools::map
