#pragma once

#include "tools/thread/model.hpp"

#include <array>
#include <cstdint>
#include <string_view>

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

/// A node that could stand in the context, small since a line has many of them (D21).
struct Candidate {
    Header node;               ///< `tokens` are of its text with what it transcludes
    Number parent = 0;         ///< the first one
    Number by = 0;             ///< what made the reason so
    std::uint32_t tool = 0;    ///< 1 + place of its texts in the line's `tools`, 0: none
    std::uint32_t degree = 0;  ///< candidates, summaries, critiques and links that lead to it
    Reason reason = Reason::over_budget;  ///< that one means: not yet chosen
    bool merges = false;                  ///< it has further parents
    bool is_verdict = false;              ///< of retract or restore
    bool superseded = false;              ///< a link supersedes it
    bool member = false;                  ///< a summary has it as a member
    bool transcludes = false;             ///< it shows another node
    bool embeds = false;                  ///< a link says how near it is to another one
};

/// What tells which calls, results and messages belong together; views into records.
struct ToolTexts {
    std::string_view call_id, message;

    bool operator==(const ToolTexts&) const = default;
};

}  // namespace tools::thread
