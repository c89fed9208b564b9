#pragma once

#include "tools/thread/model.hpp"

#include <algorithm>
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
    Header node;                          ///< `tokens` are of its text with what it transcludes
    Number parent = 0;                    ///< the first one
    Number by = 0;                        ///< what made the reason so
    std::uint32_t tool = 0;               ///< 1 + place of its texts in the line's `tools`, 0: none
    std::uint8_t degree = 0;              ///< nodes and links that lead to it, at most 255
    Reason reason = Reason::over_budget;  ///< that one means: not yet chosen
    bool merges : 1 = false;              ///< it has further parents
    bool is_verdict : 1 = false;          ///< of retract or restore
    bool superseded : 1 = false;          ///< a link supersedes it
    bool member : 1 = false;              ///< a summary has it as a member
    bool transcludes : 1 = false;         ///< it shows another node
    bool embeds : 1 = false;              ///< a link says how near it is to another one

    /// One more node or link leads to it.
    void add_degree() {
        if (degree < 255) ++degree;
    }
};

/// What a node is worth by itself, 0..1: as its metadata says, else by kind and by how much hangs
/// on it (D13).
inline double importance_of(const Candidate& one) {
    constexpr double degree_share = .1, most_degree = 4;
    if (one.node.importance > 0) return (one.node.importance - 1) / 1000.0;
    const bool asked = one.node.kind == Kind::prompt || one.node.kind == Kind::critique;
    const double degree = std::min(static_cast<double>(one.degree), most_degree);
    return (asked ? .5 : .3) + degree_share * degree;
}

/// What tells which calls, results and messages belong together; views into records.
struct ToolTexts {
    std::string_view call_id, message;

    bool operator==(const ToolTexts&) const = default;
};

}  // namespace tools::thread
