#pragma once

#include "tools/thread/change.hpp"

#include <array>
#include <string>
#include <vector>

namespace tools::thread {

/// What to do where two branches disagree (D8).
enum class Strategy : std::uint8_t { fail, ours, theirs, both };

constexpr auto names(Strategy) {
    return std::array{"fail", "ours", "theirs", "both"};
}

/// A node on which two branches disagree, with the items that do.
struct Conflict {
    const char* kind = "";  ///< superseded_used, superseded_twice, restored_retracted or cycle
    Number node = 0;
    Number ours = 0, theirs = 0;     ///< the nodes that act on it
    std::vector<Number> links;       ///< links of either side that take part
    std::vector<Number> chain = {};  ///< cycle: each depends on the next, the first again last
};

/// What a merge would do, worked out before anything is written.
struct Merge {
    std::vector<Number> ours, theirs;  ///< items that only this side has
    std::vector<Conflict> conflicts;
    std::vector<Number> closing;  ///< links of one side that close a cycle with the other's
};

Merge plan_merge(const View& into, const View& name);

/// True when each of these heads is one of the others, above one of them, or was
/// replaced on the way there: nothing is lost where those take over.
bool is_behind(const View& view, const std::vector<Number>& heads,
               const std::vector<Number>& others);

/// Heads of both sides without those that are behind another.
std::vector<Number> merged_heads(const View& merged, const std::vector<Number>& ours,
                                 const std::vector<Number>& theirs);

}  // namespace tools::thread
