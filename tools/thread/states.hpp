#pragma once

#include "tools/thread/view.hpp"

#include <array>
#include <optional>

namespace tools::thread {

/// How a node stands in a version. A stale one hangs on something that was retracted,
/// or is a summary of it.
enum class State : std::uint8_t { active, superseded, retracted, stale };

constexpr auto names(State) {
    return std::array{"active", "superseded", "retracted", "stale"};
}

struct Standing {
    State state = State::active;
    Number by = 0;  ///< the node that made it so
};

/// The node that took the place of this one or retracted it in the view's version,
/// or nothing for an active node (D9). What came last decides: a restore makes a node
/// active until the next link that supersedes it. Of several that took its place since, it
/// is the newest node, whichever was linked first (W5).
std::optional<Number> superseded_by(const View& view, Number number);

inline bool is_active(const View& view, Number number) {
    return !superseded_by(view, number);
}

/// True when a member became inactive after the summary was written (D11).
bool is_stale_summary(const View& view, const Node& summary);

Standing standing_of(const View& view, const Node& node);

}  // namespace tools::thread
