#pragma once

#include "tools/call.hpp"
#include "tools/map/change.hpp"
#include "tools/map/model.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

class Draft;
struct Applied;

/// What a line of attention is about, in order of precedence (CM16).
enum class Concern {
    limit,
    conflict,
    note,
    no_path,
    idle_goal,
    early_done,
    evidence_kept,
    mirror_edges,
    old_question,
    closed_dependency
};

constexpr auto names(Concern) {
    return std::array{"limit",        "conflict",         "note",          "no_path",
                      "idle_goal",    "early_done",       "evidence_kept", "mirror_edges",
                      "old_question", "closed_dependency"};
}

/// Something that the model should look at, with ready-made changes to send.
struct Attention {
    Concern kind = Concern::note;
    std::vector<NodeId> ids;
    std::string message;
    std::vector<Change> changes;  ///< alternatives, the likeliest first
    std::string line = {};        ///< as the caller reads it, once that is known; not stored
};

/// Open nodes of one type that may contradict or repeat each other (CM10).
struct Conflict {
    NodeId changed, other;
    bool repeat = false;  ///< the same words, rather than other numbers, dates or a negation
};

/// The conflicts that an update raises; each pair once, the surest first.
std::vector<Conflict> conflicts(Draft& draft, const Applied& applied);

/// Everything that an update gives reason to look at, in order of precedence.
/// `after` is the head it led to.
std::vector<Attention> attention_after(Draft& draft, const Applied& applied, const Head& after,
                                       const MapLimits& limits);

/// The same for a map as it stands, looking at these nodes.
std::vector<Attention> attention_of(Draft& draft, std::span<const NodeId> nodes,
                                    const MapLimits& limits);

/// A change with an op on one node.
Change simple_change(Op op, NodeId id);

}  // namespace tools::map
