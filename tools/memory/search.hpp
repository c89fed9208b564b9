#pragma once

#include "store/txn.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/model.hpp"
#include "tools/memory/sieve.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

enum class Order : std::uint8_t { relevance, time };

constexpr auto names(Order) {
    return std::array{"relevance", "time"};
}

/// What a search asks for.
struct Query {
    std::vector<std::string> texts;  ///< phrasings of one question; may be empty with filters
    Filters filters;
    Order order = Order::relevance;
    std::optional<std::size_t> limit;  ///< absent: 10, and nothing below half of the best
    std::size_t skip = 0;              ///< hits that an earlier page showed
    std::int64_t now = 0;              ///< Unix milliseconds
    bool hops = true;                  ///< where there is room, what hangs on the hits, too
    bool by_episode = false;           ///< each episode once, as its best fact; skip counts these
};

inline constexpr std::size_t default_hits = 10;
inline constexpr std::size_t most_hits = 100;

/// How a fact stands to the time a search asks about.
enum class State : std::uint8_t { current, undated, ended, later, maybe_ended, removed, pattern };

constexpr auto names(State) {
    return std::array{"current", "undated", "ended", "later", "maybe_ended", "removed", "pattern"};
}

/// A fact that a search found.
struct FoundFact {
    const Dataspace* dataspace = nullptr;
    Fact fact;
    Validity holds;
    State state = State::current;
    std::optional<Moment> maybe_ended;  ///< when another fact says it ended (LM6a)
    int tier = 0;            ///< undated facts stand behind dated ones where a time is asked about
    double score = 0;        ///< 0 where only filters or a hit beside it chose it
    std::vector<Fact> also;  ///< the same word for word in other episodes
    std::string via;         ///< the name by which it hangs on a hit that holds the words asked for
};

inline constexpr std::size_t most_in_time = 50;  ///< hits that order time sorts

/// Stored names that are near to a word, best first, by the word.
using Nearest = std::map<std::string, std::vector<std::string>>;

struct SearchResult {
    std::vector<FoundFact> hits;       ///< in the order asked for
    bool empty = false;                ///< no page has a hit
    std::size_t more = 0;              ///< hits behind these, as far as was looked
    bool more_counted = false;         ///< there are no others
    bool whole = false;                ///< all that fits was looked at, left_out counts it
    bool time_cut = false;             ///< order time left out all but 50
    std::size_t left_out = 0;          ///< below half of the best score
    std::vector<std::string> unknown;  ///< words that no searched fact holds, at most 5
    Nearest nearest;                   ///< what these may have meant
    bool searched_nearest = false;     ///< the hits are of the nearest names
    std::vector<std::string> near;     ///< names that may have been meant, when nothing was found
    std::vector<std::string> near_sources, near_predicates;  ///< the same for these filters
    std::map<Hidden, std::size_t> hidden;  ///< why filters hid what words found, when nothing was
};

/// Finds facts of some dataspaces (LM10). The dataspaces must outlive the result.
SearchResult search(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                    const Query& query);

}  // namespace tools::memory
