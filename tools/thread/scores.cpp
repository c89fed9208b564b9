#include "tools/thread/scores.hpp"

#include <algorithm>
#include <cmath>

namespace tools::thread {
namespace {

constexpr std::size_t exact_units = 500;
constexpr std::int64_t exact_tokens = 20'000;

/// Scores a unit that is so much about what was asked.
void score(Units& units, std::size_t u, const Wish& wish, double relevant) {
    Unit& unit = units.list[u];
    const double recency = static_cast<double>(u + 1) / static_cast<double>(units.list.size());
    if (wish.preference == Preference::recency)
        unit.score = recency;
    else if (wish.preference == Preference::relevance)
        unit.score = .95 * relevant + .05 * recency;
    else
        unit.score = .5 * recency + .3 * unit.importance + .2 * relevant;
}

}  // namespace

void score_units(Units& units, const Wish& wish) {
    const bool rough = wish.relevance && wish.preference != Preference::recency;
    for (std::size_t u = 0; u < units.list.size(); ++u) {
        units.list[u].rough = rough;
        score(units, u, wish, rough ? 1 : 0);
    }
}

void settle(Units& units, std::size_t unit, const Line& line, const Pieces& pieces,
            const Wish& wish) {
    Unit& one = units.list[unit];
    if (!one.rough) return;
    double most = 0;
    for (const std::uint32_t piece : units.pieces_of(one))
        for (const std::uint32_t i : pieces[piece].all())
            if (most < 1) most = std::max(most, wish.relevance(line.candidates[i]));
    score(units, unit, wish, most);
    one.rough = false;
}

std::vector<std::size_t> knapsack(const std::vector<Unit>& units, std::vector<std::size_t> open,
                                  std::int64_t budget) {
    std::erase_if(open, [&](std::size_t u) { return units[u].cost > budget; });
    if (open.size() > exact_units || budget > exact_tokens) {
        std::stable_sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) {
            return units[a].score * static_cast<double>(units[b].cost) >
                   units[b].score * static_cast<double>(units[a].cost);
        });
        return open;
    }
    const auto room = static_cast<std::size_t>(std::max<std::int64_t>(budget, 0));
    std::vector<double> best(room + 1, 0);
    std::vector<std::vector<bool>> taken(open.size(), std::vector<bool>(room + 1));
    for (std::size_t i = 0; i < open.size(); ++i) {
        const auto cost = static_cast<std::size_t>(units[open[i]].cost);
        for (std::size_t at = room; at >= cost && at <= room; --at) {
            const double with = best[at - cost] + units[open[i]].score;
            if (with <= best[at]) continue;
            best[at] = with;
            taken[i][at] = true;
        }
    }
    std::vector<std::size_t> out;
    std::size_t at = room;
    for (std::size_t i = open.size(); i-- > 0;)
        if (taken[i][at]) {
            out.push_back(open[i]);
            at -= static_cast<std::size_t>(units[open[i]].cost);
        }
    return out;
}

}  // namespace tools::thread
