#pragma once

#include "tools/map/change.hpp"
#include "tools/map/model.hpp"

#include <array>
#include <string>
#include <vector>

namespace tools::map {

/// What a line of attention is about, in order of precedence (CM16).
enum class Concern {
    note,
    limit,
    conflict,
    no_path,
    idle_goal,
    early_done,
    evidence_kept,
    mirror_edges,
    old_question,
    closed_dependency
};

constexpr auto names(Concern) {
    return std::array{
        "note",       "limit",         "conflict",     "no_path",      "idle_goal",
        "early_done", "evidence_kept", "mirror_edges", "old_question", "closed_dependency"};
}

/// Something that the model should look at, with ready-made changes to send.
struct Attention {
    Concern kind = Concern::note;
    std::vector<NodeId> ids;
    std::string message;
    std::vector<Change> changes;
};

}  // namespace tools::map
