#pragma once

#include "tools/map/attention.hpp"
#include "tools/map/change.hpp"
#include "tools/map/draft.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tools::map {

/// A change that cannot be taken, and the change to send instead where there is one.
struct Fault {
    store::Problem problem;
    std::optional<Change> instead;
    std::optional<Change> other = std::nullopt;  ///< a second way out, beside `instead`
};

inline constexpr std::size_t most_faults = 1'000;  ///< of an update; further ones are not kept

/// What applying the changes of one update came to (CM12). Where there are
/// faults the draft is of no use; all of them are told at once.
struct Applied {
    std::vector<Fault> faults;
    std::vector<Attention> notes;              ///< what was taken though it may not be meant
    std::map<std::string, NodeId> locals;      ///< `$word` -> the id it got
    std::vector<NodeId> told_in_full;          ///< nodes that the server numbered or completed
    std::map<NodeId, std::size_t> changed_by;  ///< index of the first change that names a node
    std::vector<NodeId> evidence_kept;         ///< new words, but the evidence of the old ones
    std::vector<std::pair<NodeId, NodeId>> declared_conflicts;  ///< conflicts_with, CM10
    Delta delta;
};

/// Whether edges close their targets (CM4): a map that is read in stands as it is written.
enum class Consequences { follow, leave };

/// Applies changes to a draft by the rules CM1..CM4, CM10's evidence and CM17.
/// Removals come first and additions after them, so that the order within an
/// update does not matter; acyclicity holds for the state after the whole update.
/// `broken_ids` are what faulty lines would have added: naming them is no fault,
/// and the draft is of no use.
Applied apply(Draft& draft, const std::vector<Change>& changes,
              Consequences consequences = Consequences::follow,
              const std::vector<std::string>& broken_ids = {});

/// True when a's evidence loses to b's (CM10): confirmed user, file and tool
/// before assistant before inferred; uncertain loses to confirmed.
bool weaker(const Node& a, const Node& b);

/// The next free id of a type.
NodeId next_id(const Head& head, NodeType type);
/// `G2 C5 P1 T4 D2 Q2 R1 A1`: the next free id of each type.
std::vector<std::string> next_ids(const Head& head);

}  // namespace tools::map
