#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tools::memory {

/// Changes a dataspace. Records, links, times, counters and index change together;
/// the caller ends with one commit_head().

/// Writes an episode with its facts: numbers, contents and places are filled in.
/// Names, labels and times are as they were checked. One that comes back from an
/// export may be out of search, with all of its facts or some.
void add_episode(store::WriteTxn& txn, store::Space space, Head& head, Episode& episode,
                 std::vector<Fact>& facts);

/// When, why and for what something leaves search.
struct Leaving {
    Removal removal = Removal::none;
    std::int64_t now_ms = 0;
    EpisodeId replaced_by;  ///< of a replaced episode
    std::string reason;     ///< of an erased text, without content
};

/// Takes a live episode with its live facts out of search; its history stays.
void remove_episode(store::WriteTxn& txn, store::Space space, Head& head, Episode& episode,
                    const Leaving& leaving);

/// Takes one live fact of an episode out of search. The episode leaves with its last.
void remove_fact(store::WriteTxn& txn, store::Space space, Head& head, Fact& fact,
                 const Leaving& leaving);

/// Takes the words of facts that are out of search out of content, links, names and
/// index too. What stays of them are records without words; an episode whose facts
/// are all erased loses its own.
void erase_facts(store::WriteTxn& txn, store::Space space,
                 const std::vector<std::uint64_t>& numbers, const Leaving& leaving);

/// Ends a stored fact; it keeps the end that it had until now in its history (LM6a).
void close_fact(store::WriteTxn& txn, store::Space space, Fact& fact, const Closing& closing);

/// Counts the write, keeps the counters and tells the tenant's change log.
void commit_head(store::WriteTxn& txn, store::Space space, Head head, std::int64_t now_ms);

}  // namespace tools::memory
