#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tools::memory {

/// A part of a fact under which it is looked up.
enum class Role : std::uint8_t {
    subject,
    object,
    predicate,
    source,        ///< of its episode
    pattern,       ///< predicate of a pattern
    alias_pattern  ///< a pattern that marks its predicate; all under one digest
};

inline constexpr std::uint64_t alias_pattern_digest = 0;

/// The digest of one part. Names are compared in normal form, predicates as labels.
std::uint64_t name_digest(std::string_view name);
std::uint64_t predicate_digest(std::string_view label);
std::uint64_t source_digest(std::string_view source);

/// Enters a fact, newer than all others, under all of its parts, or takes it out of them.
void link(store::WriteTxn& txn, store::Space space, const Fact& fact, std::string_view source);
void unlink(store::WriteTxn& txn, store::Space space, const Fact& fact, std::string_view source);

/// Numbers of the facts under a part, newest first, removed ones included. Digests
/// may meet by chance: compare the fact itself.
std::vector<std::uint64_t> linked(const store::ReadTxn& txn, store::Space space, Role role,
                                  std::uint64_t digest, std::size_t most);

/// The same for a predicate together with a name as its subject or object; more of them
/// meet by chance.
std::vector<std::uint64_t> linked_pair(const store::ReadTxn& txn, store::Space space, Role role,
                                       std::string_view name, std::string_view label,
                                       std::size_t most);

}  // namespace tools::memory
