#pragma once

#include "tools/thread/collect.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace tools::thread {

inline constexpr std::int64_t message_overhead = 4;  ///< tokens a message costs beside its text
inline constexpr std::int64_t list_overhead = 3;     ///< tokens a list costs that is not empty

/// What is shown whole or not at all: one message, with the results of its calls as
/// messages behind it (D16). Names candidates by their place in the line.
struct Piece {
    std::vector<std::size_t> said;     ///< a prompt, or a completion and its calls
    std::vector<std::size_t> results;  ///< in the order of the calls
    std::int64_t cost = 0;             ///< tokens with overhead
};

/// What a strategy takes at a time: an exchange, a system prompt, a pinned message.
struct Unit {
    std::vector<std::size_t> pieces;
    std::int64_t cost = 0;
    bool exchange = false;
    bool leads = false;  ///< a system prompt before all else
    bool pinned = false;
    double recency = 0, importance = 0;  ///< 0..1
    double score = 0;    ///< how much it is wanted, 0..1; the most it can be while rough
    bool rough = false;  ///< its texts are not read yet
};

/// Whether calls without all of their results stay.
enum class Calls { whole_only, open_too };

/// The messages of a line's candidates that may be shown. Candidates whose call or
/// result is missing become orphan_tool.
std::vector<Piece> pieces_of(Line& line, Calls which = Calls::whole_only);

std::vector<Unit> units_of(const Line& line, const std::vector<Piece>& pieces,
                           const std::set<Number>& pins);

/// The candidates of a piece, in the order shown.
std::vector<std::size_t> candidates_of(const Piece& piece);

/// Visits the candidates of a piece, in the order shown.
template <class Visit>
void each_candidate(const Piece& piece, const Visit& visit) {
    for (const std::size_t i : piece.said)
        visit(i);
    for (const std::size_t i : piece.results)
        visit(i);
}

}  // namespace tools::thread
