#pragma once

#include "tools/thread/pieces.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tools::thread {

/// In which order units are taken (D13).
enum class Preference : std::uint8_t { recency, priority_weighted, knapsack, relevance };

constexpr auto names(Preference) {
    return std::array{"recency", "priority_weighted", "knapsack", "relevance"};
}

/// What a context may cost, and what it has to hold.
struct Wish {
    std::int64_t max_tokens = 4000, reserve = 0;
    Preference preference = Preference::priority_weighted;
    std::set<Number> pins;
    std::int64_t tail_min = 1;  ///< exchanges at the end that come first
    bool hard_fail = false;
    bool scores = false;  ///< the score of every candidate is asked for: reads all texts that count
    /// How much a candidate is about what was asked, 0..1; empty where nothing was.
    std::function<double(const Candidate&)> relevance;
};

/// A summary in the place of its members.
struct ShownSummary {
    Node node;
    std::size_t at = 0;  ///< the piece it stands before
    std::size_t covers = 0;
    std::string text;
    std::int64_t tokens = 0;
};

/// What was chosen. Reasons stand in the line's candidates.
struct Choice {
    std::set<std::size_t> pieces;
    std::vector<ShownSummary> summaries;
    std::map<std::size_t, std::string> cut;  ///< piece -> its shortened text
    std::int64_t tokens = 0;                 ///< with overhead; 0 for an empty list
    /// By candidate, how much its exchange was wanted, 0..1; empty unless asked for. What
    /// stands in no exchange has none.
    std::vector<std::optional<double>> scores;
    std::string note;
};

/// Chooses within the budget: never more than max_tokens - reserve (D14). `text` reads
/// a node's text; only cut ones and those of summaries are asked for. Throws Error limit
/// (budget_exceeded) for pins that don't fit and, with hard_fail, where anything is
/// left out.
Choice choose(Line& line, const Pieces& pieces, const Wish& wish,
              const std::function<std::string(const Header&)>& text, const Counter& counter);

}  // namespace tools::thread
