#pragma once

#include "tools/map/draft.hpp"

#include <set>

namespace tools::map {

/// Walks open nodes over the edges that tie work together until a goal is met. What
/// it meets joins the island when there is none to be reached.
bool reaches_goal(Draft& draft, NodeId from, std::set<NodeId>& island);

/// An open task, question, risk or goal is next to the goal.
bool has_open_work(Draft& draft, NodeId goal);

/// Some open work hangs on no goal: it may be that of a goal without any.
bool any_loose_work(Draft& draft);

/// Open work waits for the node.
bool holds_up(Draft& draft, NodeId id);

}  // namespace tools::map
