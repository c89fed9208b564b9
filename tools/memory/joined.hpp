#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tools::memory {

/// A name that alias facts give to more than one thing.
struct SharedName {
    std::string name;
    std::vector<std::string> things;
};

/// Whether what a name means was put together by a name that several things share.
std::optional<SharedName> shared_name(const store::ReadTxn& txn, store::Space space,
                                      const std::string& name);

/// `Ana is a name of Ana Berg, Ana Lopez: facts of all of them are shown`
std::string shared_name_note(const SharedName& shared);

/// Aliases among new facts that make one thing of two: `ambiguous_alias`, with the call
/// that takes the new one back. Nothing is merged without being told (LM7, LM8).
std::vector<Finding> ambiguous_aliases(const store::ReadTxn& txn, store::Space space,
                                       const Episode& episode, const std::vector<Fact>& facts);

/// A document among new facts that repeals, replaces, amends, supersedes or revokes
/// another, while facts of that one stand open and the call ends none of them:
/// `open_facts`, once an episode, naming up to three that may end (LM6a).
std::optional<Finding> open_facts(const store::ReadTxn& txn, store::Space space,
                                  const Episode& episode, const std::vector<Fact>& facts,
                                  const std::set<EpisodeId>& replaced,
                                  const std::set<std::uint64_t>& ended);

}  // namespace tools::memory
