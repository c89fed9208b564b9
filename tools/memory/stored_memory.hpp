#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// A dataspace in the store, as it is read. An episode's facts have consecutive
/// numbers, so that one short range holds them; each is one document of the space's
/// text index.

/// The counters; as of an empty dataspace where nothing was stored.
Head read_head(const store::ReadTxn& txn, store::Space space);

std::optional<Episode> find_episode(const store::ReadTxn& txn, store::Space space,
                                    const EpisodeId& id);
std::optional<Fact> find_fact(const store::ReadTxn& txn, store::Space space, std::uint64_t number);

/// The fact of an id such as `uuid#3`; nothing where there is none.
std::optional<Fact> find_fact(const store::ReadTxn& txn, store::Space space, const std::string& id);

/// The facts of an episode, by place, removed ones included.
std::vector<Fact> facts_of(const store::ReadTxn& txn, store::Space space, const Episode& episode);

/// How often live facts use a name or a predicate; absent where none ever did.
std::optional<NameEntry> find_name(const store::ReadTxn& txn, store::Space space,
                                   std::string_view name);
std::optional<NameEntry> find_predicate(const store::ReadTxn& txn, store::Space space,
                                        std::string_view label);

/// Shows names by normal form from a prefix on, at most so many, until visit returns
/// false. What is shown with an entry is the normal form; of a long one its start.
using VisitName = std::function<bool(const std::string& normal, const NameEntry&)>;
void scan_names(const store::ReadTxn& txn, store::Space space, const std::string& from,
                std::size_t most, const VisitName& visit);
/// The same for predicates by label.
void scan_predicates(const store::ReadTxn& txn, store::Space space, const std::string& from,
                     std::size_t most, const VisitName& visit);

/// Shows the episodes by id, that is by time, after one ("" starts), until visit
/// returns false.
void scan_episodes(const store::ReadTxn& txn, store::Space space, const EpisodeId& after,
                   const std::function<bool(Episode&)>& visit);

/// The live episode that says the same in all fields, if there is one.
std::optional<EpisodeId> find_equal(const store::ReadTxn& txn, store::Space space,
                                    const Episode& episode, const std::vector<Fact>& facts);

}  // namespace tools::memory
