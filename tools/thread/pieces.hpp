#pragma once

#include "tools/thread/collect.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <vector>

namespace tools::thread {

inline constexpr std::int64_t message_overhead = 4;  ///< tokens a message costs beside its text
inline constexpr std::int64_t list_overhead = 3;     ///< tokens a list costs that is not empty

/// A run of indices into a list.
using Indices = std::span<const std::uint32_t>;

/// What is shown whole or not at all: one message, with the results of its calls as
/// messages behind it (D16). Names candidates by their place in the line.
struct Piece {
    Indices said;     ///< a prompt, or a completion and its calls
    Indices results;  ///< in the order of the calls; stands right behind `said`

    /// Its candidates, in the order shown.
    [[nodiscard]] Indices all() const { return {said.data(), said.size() + results.size()}; }
};

/// What its messages cost beside their texts.
inline std::int64_t overhead_of(const Piece& piece) {
    return message_overhead * static_cast<std::int64_t>(1 + piece.results.size());
}

/// The messages of a line, in order. Most are one candidate: those take four bytes. The
/// line must stay where it is.
class Pieces {
public:
    explicit Pieces(const Line& line) : line_(&line) {}

    [[nodiscard]] std::size_t size() const { return places_.size(); }

    [[nodiscard]] Piece operator[](std::size_t piece) const {
        const std::uint32_t& place = places_[piece];
        if (place < first_talk) return {{&place, 1}, {}};
        const Talk& talk = talks_[place - first_talk];
        const std::uint32_t* said = talked_.data() + talk.at;
        return {{said, talk.said}, {said + talk.said, talk.results}};
    }

    /// The candidate it begins with.
    [[nodiscard]] const Candidate& front(std::size_t piece) const {
        return line_->candidates[(*this)[piece].said.front()];
    }

    /// Tokens with overhead.
    [[nodiscard]] std::int64_t cost(std::size_t piece) const {
        const Piece one = (*this)[piece];
        std::int64_t cost = overhead_of(one);
        for (const std::uint32_t i : one.all())
            cost += line_->candidates[i].node.tokens;
        return cost;
    }

    void reserve(std::size_t pieces) { places_.reserve(pieces); }

    void add(std::uint32_t candidate) { places_.push_back(candidate); }

    void add(Indices said, Indices results);

private:
    /// A piece of several candidates, which stand in talked_.
    struct Talk {
        std::uint32_t at, said, results;
    };

    static constexpr std::uint32_t first_talk = 1U << 31U;

    const Line* line_;
    std::vector<std::uint32_t> places_;  ///< a candidate, or first_talk + a talk
    std::vector<Talk> talks_;
    std::vector<std::uint32_t> talked_;
};

/// What a strategy takes at a time: an exchange, a system prompt, a pinned message.
struct Unit {
    std::uint32_t first = 0;  ///< of its pieces, in the list of all
    std::uint32_t count = 0;  ///< of its pieces
    bool rough = false;       ///< its texts are not read yet
    bool exchange = false;    ///< neither a system prompt nor pinned
    bool leads = false;       ///< a system prompt before all else
    bool pinned = false;
    std::int64_t cost = 0;
    double importance = 0;  ///< of the most important of its nodes
    double score = 0;       ///< how much it is wanted, 0..1; the most it can be while rough
};

/// The units of a line, in order; `pieces` holds what each names.
struct Units {
    std::vector<Unit> list;
    std::vector<std::uint32_t> pieces;
    std::vector<std::uint32_t> of;                                       ///< piece -> its unit
    std::int64_t cost = 0;                                               ///< of all pieces
    std::int64_t least_cost = std::numeric_limits<std::int64_t>::max();  ///< of a piece

    [[nodiscard]] Indices pieces_of(const Unit& unit) const {
        return Indices(pieces).subspan(unit.first, unit.count);
    }
};

/// Whether calls without all of their results stay.
enum class Calls { whole_only, open_too };

/// The messages of a line's candidates that may be shown. Candidates whose call or
/// result is missing become orphan_tool.
Pieces pieces_of(const View& view, Line& line, Calls which = Calls::whole_only);

Units units_of(const Line& line, const Pieces& pieces, const std::set<Number>& pins);

}  // namespace tools::thread
