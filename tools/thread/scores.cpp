#include "tools/thread/scores.hpp"

#include <algorithm>
#include <cmath>

namespace tools::thread {
namespace {

constexpr std::size_t exact_units = 500;
constexpr std::int64_t exact_tokens = 20'000;
constexpr double degree_share = .1, most_degree = 4;

/// What a node is worth by itself: as its metadata says, else by kind and by how much
/// hangs on it.
double importance(const Candidate& one) {
    if (one.node.importance > 0) return (one.node.importance - 1) / 1000.0;
    const bool asked = one.node.kind == Kind::prompt || one.node.kind == Kind::critique;
    const double degree = std::min(static_cast<double>(one.degree), most_degree);
    return (asked ? .5 : .3) + degree_share * degree;
}

double worth(const Unit& unit, Preference preference, double relevant) {
    if (preference == Preference::recency) return unit.recency;
    if (preference == Preference::relevance) return .95 * relevant + .05 * unit.recency;
    return .5 * unit.recency + .3 * unit.importance + .2 * relevant;
}

}  // namespace

void score_units(std::vector<Unit>& units, const Line& line, const std::vector<Piece>& pieces,
                 const Wish& wish) {
    for (std::size_t u = 0; u < units.size(); ++u) {
        const double recency = static_cast<double>(u + 1) / static_cast<double>(units.size());
        double important = 0;
        for (const std::size_t piece : units[u].pieces)
            each_candidate(pieces[piece], [&](std::size_t i) {
                important = std::max(important, importance(line.candidates[i]));
            });
        units[u].recency = recency;
        units[u].importance = important;
        units[u].rough = wish.relevance && wish.preference != Preference::recency;
        units[u].score = worth(units[u], wish.preference, units[u].rough ? 1 : 0);
    }
}

void settle(Unit& unit, const Line& line, const std::vector<Piece>& pieces, const Wish& wish) {
    if (!unit.rough) return;
    double relevant = 0;
    for (const std::size_t piece : unit.pieces)
        each_candidate(pieces[piece], [&](std::size_t i) {
            if (relevant < 1) relevant = std::max(relevant, wish.relevance(line.candidates[i]));
        });
    unit.rough = false;
    unit.score = worth(unit, wish.preference, relevant);
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
