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
double importance_of(const Candidate& one) {
    if (one.node.importance > 0) return (one.node.importance - 1) / 1000.0;
    const bool asked = one.node.kind == Kind::prompt || one.node.kind == Kind::critique;
    const double degree = std::min(static_cast<double>(one.degree), most_degree);
    return (asked ? .5 : .3) + degree_share * degree;
}

/// Scores units of one line.
class Scoring {
public:
    Scoring(const Line& line, const Pieces& pieces, const Wish& wish)
        : line_(line), pieces_(pieces), wish_(wish) {}

    void score(Units& units, std::size_t u, double relevant) const {
        Unit& unit = units.list[u];
        const double recency = static_cast<double>(u + 1) / static_cast<double>(units.list.size());
        if (wish_.preference == Preference::recency)
            unit.score = recency;
        else if (wish_.preference == Preference::relevance)
            unit.score = .95 * relevant + .05 * recency;
        else
            unit.score = .5 * recency + .3 * importance(unit) + .2 * relevant;
    }

    /// How much its nodes are about what was asked; reads their texts.
    [[nodiscard]] double relevance(const Unit& unit) const {
        double most = 0;
        for (const std::uint32_t piece : unit.pieces())
            for (const std::uint32_t i : pieces_[piece].all())
                if (most < 1) most = std::max(most, wish_.relevance(line_.candidates[i]));
        return most;
    }

private:
    /// The most important of its nodes counts.
    [[nodiscard]] double importance(const Unit& unit) const {
        double most = 0;
        for (const std::uint32_t piece : unit.pieces())
            for (const std::uint32_t i : pieces_[piece].all())
                most = std::max(most, importance_of(line_.candidates[i]));
        return most;
    }

    const Line& line_;
    const Pieces& pieces_;
    const Wish& wish_;
};

}  // namespace

void score_units(Units& units, const Line& line, const Pieces& pieces, const Wish& wish) {
    const Scoring scoring(line, pieces, wish);
    const bool rough = wish.relevance && wish.preference != Preference::recency;
    for (std::size_t u = 0; u < units.list.size(); ++u) {
        units.list[u].rough = rough;
        scoring.score(units, u, rough ? 1 : 0);
    }
}

void settle(Units& units, std::size_t unit, const Line& line, const Pieces& pieces,
            const Wish& wish) {
    Unit& one = units.list[unit];
    if (!one.rough) return;
    const Scoring scoring(line, pieces, wish);
    scoring.score(units, unit, scoring.relevance(one));
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
