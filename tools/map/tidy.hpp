#pragma once

#include "tools/map/change.hpp"
#include "tools/map/model.hpp"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace tools::map {

/// Why something can go, in the order in which proposals are made (CM11).
enum class Prune {
    superseded,
    finished,
    unconfirmed,
    repeated,
    isolated,
    stale_decision,
    closed_edge
};

constexpr auto names(Prune) {
    return std::array{"superseded", "finished",       "unconfirmed", "repeated",
                      "isolated",   "stale_decision", "closed_edge"};
}

/// Something that can go, and the changes that take it away.
struct Proposal {
    Prune reason = Prune::superseded;
    std::vector<NodeId> ids;
    std::vector<Change> changes;
};

/// Shows every node with its words and edges until visit returns false.
using Walk = std::function<void(const std::function<bool(Entry&)>&)>;

inline constexpr std::uint64_t stale_after = 20;  ///< revisions without a change

/// What a map can do without. Never proposed: open goals, tasks, questions and risks,
/// preferences, confirmed contexts, what blocks or is depended on by open work, and
/// edges that tell of a replacement or an answer. A node is named once.
std::vector<Proposal> prune(const Walk& walk, std::uint64_t revision);

}  // namespace tools::map
