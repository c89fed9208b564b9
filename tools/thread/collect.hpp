#pragma once

#include "tools/counter.hpp"
#include "tools/thread/headers.hpp"

#include <array>
#include <span>
#include <vector>

namespace tools::thread {

/// Why a candidate is shown or not (D17).
enum class Reason : std::uint8_t {
    selected,
    pinned,
    tail,
    summary_of,
    superseded_by,
    critique_dropped,
    stale_summary,
    orphan_tool,
    over_budget,
    covered_by,
    truncated
};

constexpr auto names(Reason) {
    return std::array{"selected",      "pinned",           "tail",          "summary_of",
                      "superseded_by", "critique_dropped", "stale_summary", "orphan_tool",
                      "over_budget",   "covered_by",       "truncated"};
}

/// A node that could stand in the context. `reason` over_budget means: not yet chosen.
struct Candidate : Hung {
    Reason reason = Reason::over_budget;
    Number by = 0;
    std::int64_t tokens = 0;  ///< of its text with what it transcludes
};

/// The candidates in the order in which they would stand: ancestors of the heads and
/// what replaced one of them, parents before children, parallel branches one after
/// the other (D12). Inactive nodes and dropped critiques carry their reason.
struct Line {
    std::vector<Candidate> candidates;
    std::vector<Node> summaries;  ///< active ones of a candidate, with every member as it was
    std::vector<Node> stale;      ///< active ones of which a member is gone: never shown
};

/// Sizes are by `counter`; with none they stay 0.
Line collect(const View& view, std::span<const Number> heads, bool drop_critique,
             const Counter* counter);

}  // namespace tools::thread
