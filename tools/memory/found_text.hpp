#pragma once

#include "tools/counter.hpp"
#include "tools/memory/search.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tools::memory {

/// An episode of found facts, named once by a short letter.
struct FoundEpisode {
    std::string letter;
    Episode episode;
    const Dataspace* dataspace = nullptr;
    std::size_t facts = 0;  ///< live ones, where episodes are listed
};

/// Found facts as an answer shows them (LM11).
struct Shown {
    std::vector<FoundFact> hits;  ///< as many as the budget holds
    std::vector<FoundEpisode> episodes;
    std::string text;  ///< lines within a fence: what is stored is data, not the server's word
    std::size_t over_budget = 0;  ///< hits that found no room
};

/// True where the statement holds a name, letter case aside.
bool holds_name(const std::string& statement, const std::string& name);

/// `ended 2024-05-01`; empty for what is simply true.
std::string state_words(const FoundFact& found, bool as_of);

/// How much may be shown, and what counts it.
struct Room {
    Tokens budget;
    const Counter& counter;
};

/// The lines of the best hits and of their episodes, within a budget of tokens.
Shown show(const store::ReadTxn& txn, std::vector<FoundFact> hits, bool as_of, bool name_dataspaces,
           const Room& room);

/// The same with a line for each episode instead of its facts.
Shown show_episodes(const store::ReadTxn& txn, std::vector<FoundFact> hits, bool name_dataspaces,
                    const Room& room);

/// The words that nothing stored holds, each with what is near to it, a line each; those
/// that nothing is near to in one.
std::string unknown_lines(const SearchResult& result);

/// What order time did not sort; empty where it sorted all.
std::string time_note(const SearchResult& result, bool by_words);

/// What a search looked through and did not show, in lines that the server vouches for;
/// `next_cursor` leads to what had no room.
std::string closing_words(const SearchResult& result, const Shown& shown, const std::string& scope,
                          const std::string& next_cursor);

}  // namespace tools::memory
