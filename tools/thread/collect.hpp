#pragma once

#include "tools/counter.hpp"
#include "tools/thread/candidate.hpp"
#include "tools/thread/view.hpp"

#include <span>
#include <vector>

namespace tools::thread {

/// The candidates in the order in which they would stand: ancestors of the heads and
/// what replaced one of them, parents before children, parallel branches one after
/// the other (D12). Inactive nodes and dropped critiques carry their reason.
struct Line {
    std::vector<Candidate> candidates;
    std::vector<ToolTexts> tools;  ///< of candidates
    std::vector<Node> summaries;   ///< active ones of a candidate, with every member as it was
    std::vector<Node> stale;       ///< active ones of which a member is gone: never shown
};

/// The texts of a candidate; none for one that is no call, no result and of no message.
inline const ToolTexts& tool_texts(const Line& line, const Candidate& one) {
    static constexpr ToolTexts none{};
    return one.tool == 0 ? none : line.tools[one.tool - 1];
}

/// Sizes are by `counter`; with none they stay 0.
Line collect(const View& view, std::span<const Number> heads, bool drop_critique,
             const Counter* counter);

}  // namespace tools::thread
