#pragma once

#include "tools/thread/choose.hpp"

#include <vector>

namespace tools::thread {

/// Sets the score of each unit as the preference weighs it (D13). Where texts count,
/// it is rough: as if they were all about the query.
void score_units(Units& units, const Wish& wish);

/// Reads the texts of a unit that is rough and sets its score, which is never more than before.
void settle(Units& units, std::size_t unit, const Line& line, const Pieces& pieces,
            const Wish& wish);

/// Units that a budget holds, best first: the greatest sum of scores exactly up to 500
/// units and 20,000 tokens, else greedy by score a token.
std::vector<std::size_t> knapsack(const std::vector<Unit>& units, std::vector<std::size_t> open,
                                  std::int64_t budget);

}  // namespace tools::thread
