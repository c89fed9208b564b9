#pragma once

#include "tools/thread/change.hpp"

#include <array>
#include <string>
#include <vector>

namespace tools::thread {

/// What goes along with a retracted node (D9).
enum class Cascade : std::uint8_t { none, answers, exclusive, mark_stale };

constexpr auto names(Cascade) {
    return std::array{"none", "answers", "exclusive", "mark_stale"};
}

/// What a retraction or its undoing touched.
struct Verdict {
    Number critique = 0;  ///< 0: nothing changed
    std::vector<Number> nodes, stale, stale_summaries;
    std::string note;
};

/// Retracts nodes: a critique of strategy retract that supersedes each. Throws Error
/// invalid (try_restore) for such a critique itself, and (heads_among) where cascade
/// exclusive would reach a head.
Verdict retract(Change& change, const std::vector<Number>& asked, Cascade cascade,
                const std::string& reason, std::int64_t now);

/// Makes nodes active again, each with all that its last retraction took along.
Verdict restore(Change& change, const std::vector<Number>& asked, const std::string& reason,
                std::int64_t now);

/// Adds a summary. It takes the place of earlier ones with the same active members.
struct Summarized {
    Number number = 0;
    std::vector<Number> replaces;
    double ratio = 0;  ///< its tokens by those of its members
};

Summarized summarize(Change& change, std::vector<Number> members, const std::string& text,
                     std::int64_t now);

}  // namespace tools::thread
