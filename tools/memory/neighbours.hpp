#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <set>
#include <vector>

namespace tools::memory {

/// What stored facts say to new ones of an episode, and these to each other (LM7,
/// LM6a): duplicate, ends_stored, other_time, contradiction, other_value, negation,
/// drift. Looks under subjects and predicates, under every name of a thing, never by
/// text. The episode has its id, so that a way out can end a new fact too. Facts of
/// episodes in `replaced` and those that `ended` names, by number, do not count.
std::vector<Finding> meetings(const store::ReadTxn& txn, store::Space space, const Episode& episode,
                              const std::vector<Fact>& facts, const std::set<EpisodeId>& replaced,
                              const std::set<std::uint64_t>& ended);

}  // namespace tools::memory
