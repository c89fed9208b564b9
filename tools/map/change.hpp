#pragma once

#include "store/error.hpp"
#include "tools/map/model.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace tools::map {

enum class Op {
    add,
    update,
    link,
    unlink,
    done,
    resolve,
    supersede,
    archive,
    remove,
    merge,
    summarize
};

constexpr auto names(Op) {
    return std::array{"add",       "update",  "link",   "unlink", "done",     "resolve",
                      "supersede", "archive", "remove", "merge",  "summarize"};
}

using IdList = std::optional<std::vector<std::string>>;

/// One change as the caller gave it, in either form of an update. Words are
/// raw: the rules read them, so that every fault of an update comes at once.
struct Change {
    std::optional<std::string> op, id;
    IdList ids;
    std::optional<std::string> type, text, status, source, confidence, reason, impact, mitigation;
    IdList clear;
    std::optional<std::string> from, edge, to, with, into;
    std::optional<bool> carry;
    IdList conflicts_with;
    std::optional<bool> override;
    IdList depends_on, blocks, supports, resolves, supersedes, updates, next, derived_from;

    std::size_t index = 0;  ///< 0-based position in changes[], or 1-based line of a delta
    std::string line;       ///< the delta's line, from which a way out is worded; else empty
    std::vector<store::Problem> problems;  ///< what was wrong with its shape
};

/// The list of a change that holds a node's edges of a kind.
struct EdgeMember {
    EdgeKind kind;
    IdList Change::*member;
};

inline constexpr std::array edge_members{EdgeMember{EdgeKind::depends_on, &Change::depends_on},
                                         EdgeMember{EdgeKind::blocks, &Change::blocks},
                                         EdgeMember{EdgeKind::supports, &Change::supports},
                                         EdgeMember{EdgeKind::resolves, &Change::resolves},
                                         EdgeMember{EdgeKind::supersedes, &Change::supersedes},
                                         EdgeMember{EdgeKind::updates, &Change::updates},
                                         EdgeMember{EdgeKind::next, &Change::next},
                                         EdgeMember{EdgeKind::derived_from, &Change::derived_from}};

/// A field of a change: its wire name, its place, its meaning and, for a closed
/// vocabulary, its words. Rare ones are named together where changes are described.
template <class T>
struct Member {
    const char* name;
    T Change::*member;
    const char* about;
    std::span<const char* const> words = {};
    bool rare = false;
};

namespace words {
inline constexpr auto op = names(Op{});
inline constexpr auto type = names(NodeType{});
inline constexpr auto status = names(Status{});
inline constexpr auto source = names(Source{});
inline constexpr auto confidence = names(Confidence{});
inline constexpr auto edge = names(EdgeKind{});
}  // namespace words

/// Every field that a caller can give.
constexpr auto change_members() {
    using Text = std::optional<std::string>;
    using Flag = std::optional<bool>;
    return std::tuple{
        Member<Text>{"op", &Change::op, "Left out: type adds, from links, else update", words::op},
        Member<Text>{"id", &Change::id, "T7; new: free id, none or $name"},
        Member<IdList>{"ids", &Change::ids, "Several ids"},
        Member<Text>{"type", &Change::type, "Of a new node", words::type},
        Member<Text>{"text", &Change::text, "One line"},
        Member<Text>{"status", &Change::status, "State", words::status},
        Member<Text>{"source", &Change::source, "Who said it", words::source},
        Member<Text>{"confidence", &Change::confidence, "How sure", words::confidence},
        Member<Text>{"reason", &Change::reason, "Why; for decisions"},
        Member<Text>{"impact", &Change::impact, "What it decides; for questions"},
        Member<Text>{"mitigation", &Change::mitigation, "Against a risk", {}, true},
        Member<IdList>{"clear", &Change::clear, "Fields to take away", {}, true},
        Member<Text>{"from", &Change::from, "Source id"},
        Member<Text>{"edge", &Change::edge, "Kind", words::edge},
        Member<Text>{"to", &Change::to, "Target id"},
        Member<Text>{"with", &Change::with, "The node that resolves or supersedes"},
        Member<Text>{"into", &Change::into, "merge: the node that stays", {}, true},
        Member<Flag>{"carry", &Change::carry, "false: old edges stay", {}, true},
        Member<IdList>{"conflicts_with", &Change::conflicts_with, "Ids it contradicts", {}, true},
        Member<Flag>{"override", &Change::override, "Replace stronger evidence", {}, true},
        Member<IdList>{"depends_on", &Change::depends_on, "Edges to ids", {}, true},
        Member<IdList>{"blocks", &Change::blocks, "Edges to ids", {}, true},
        Member<IdList>{"supports", &Change::supports, "Edges to ids", {}, true},
        Member<IdList>{"resolves", &Change::resolves, "Edges to ids", {}, true},
        Member<IdList>{"supersedes", &Change::supersedes, "Edges to ids", {}, true},
        Member<IdList>{"updates", &Change::updates, "Edges to ids", {}, true},
        Member<IdList>{"next", &Change::next, "Edges to ids", {}, true},
        Member<IdList>{"derived_from", &Change::derived_from, "Edges to ids", {}, true}};
}

}  // namespace tools::map
