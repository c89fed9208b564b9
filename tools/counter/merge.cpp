#include "tools/counter/merge.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tools::counter {
namespace {

constexpr std::size_t short_piece = 256;  ///< bytes up to which looking at all pairs is fastest

/// The parts of a short piece, in a row.
std::size_t merge_short(std::string_view piece, const Ranks& ranks) {
    std::array<std::uint16_t, short_piece + 1> start;  // of each part; the last one is the end
    std::array<Rank, short_piece + 1> rank;            // of each part with the next one
    std::size_t parts = piece.size();
    const auto rank_at = [&](std::size_t i) {
        return i + 2 > parts
                   ? no_rank
                   : ranks.find(piece.substr(start[i], std::size_t{start[i + 2]} - start[i]));
    };
    for (std::size_t i = 0; i <= parts; ++i)
        start[i] = static_cast<std::uint16_t>(i);
    for (std::size_t i = 0; i < parts; ++i)
        rank[i] = rank_at(i);
    for (;;) {
        const auto* const end = rank.begin() + parts;
        const auto* const lowest = std::min_element(rank.cbegin(), end);
        if (*lowest == no_rank) return parts;
        const auto i = static_cast<std::size_t>(lowest - rank.cbegin());
        std::copy(start.begin() + i + 2, start.begin() + parts + 1, start.begin() + i + 1);
        std::copy(rank.begin() + i + 1, rank.begin() + parts, rank.begin() + i);
        --parts;
        rank[i] = rank_at(i);
        if (i > 0) rank[i - 1] = rank_at(i - 1);
    }
}

/// The parts of a long piece as a linked list, and the pairs that may be joined, by rank.
/// A run of one letter has few ranks with many places each, which are sorted once.
class LongMerge {
public:
    LongMerge(std::string_view piece, const Ranks& ranks)
        : piece_(piece),
          ranks_(ranks),
          next_(piece.size() + 1),
          before_(piece.size() + 1),
          rank_(piece.size() + 1, no_rank) {
        for (std::size_t i = 0; i < piece.size(); ++i) {
            next_[i] = static_cast<Place>(i + 1);
            before_[i + 1] = static_cast<Place>(i);
        }
    }

    std::size_t run() {
        std::size_t parts = piece_.size();
        for (Place at = 0; at + std::size_t{1} < piece_.size(); ++at)
            rate(at);
        while (const auto pair = take_lowest()) {
            if (rank_[pair->second] != pair->first) continue;  // one of the two is joined already
            join(pair->second);
            --parts;
        }
        return parts;
    }

private:
    using Place = std::uint32_t;  ///< of a part's first byte
    using Pair = std::pair<Rank, Place>;

    /// The pairs of one rank. Once they are sorted no more come in.
    struct Bucket {
        std::vector<Place> places;
        std::size_t taken = 0;
        bool sorted = false;
    };

    /// Notes the pair of a part and the next one where it may be joined.
    void rate(Place at) {
        const std::size_t middle = next_[at];
        rank_[at] = middle >= piece_.size()
                        ? no_rank
                        : ranks_.find(piece_.substr(at, next_[middle] - std::size_t{at}));
        if (rank_[at] == no_rank) return;
        Bucket& bucket = open_[rank_[at]];
        if (bucket.sorted)
            late_.emplace(rank_[at], at);
        else
            bucket.places.push_back(at);
    }

    std::optional<Pair> take_lowest() {
        while (!open_.empty() && open_.begin()->second.taken == open_.begin()->second.places.size())
            open_.erase(open_.begin());
        std::optional<Pair> out;
        if (!open_.empty()) {
            auto& [rank, bucket] = *open_.begin();
            if (!std::exchange(bucket.sorted, true) &&
                !std::is_sorted(bucket.places.begin(), bucket.places.end()))
                std::sort(bucket.places.begin(), bucket.places.end());
            out = {rank, bucket.places[bucket.taken]};
        }
        if (!late_.empty() && (!out || *late_.begin() < *out))
            return late_.extract(late_.begin()).value();
        if (out) ++open_.begin()->second.taken;
        return out;
    }

    void join(Place at) {
        const Place gone = next_[at];
        next_[at] = next_[gone];
        before_[next_[at]] = at;
        rank_[gone] = no_rank;
        rate(at);
        if (at > 0) rate(before_[at]);
    }

    std::string_view piece_;
    const Ranks& ranks_;
    std::vector<Place> next_, before_;
    std::vector<Rank> rank_;       ///< of a part with the next one
    std::map<Rank, Bucket> open_;  ///< where there were such pairs
    std::set<Pair> late_;          ///< of ranks whose bucket is sorted already
};

}  // namespace

std::size_t merged_size(std::string_view piece, const Ranks& ranks) {
    if (piece.size() < 2 || ranks.find(piece) != no_rank) return piece.empty() ? 0 : 1;
    if (piece.size() <= short_piece) return merge_short(piece, ranks);
    return LongMerge(piece, ranks).run();
}

}  // namespace tools::counter
