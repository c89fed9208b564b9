#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tools::memory {

/// Facts lie together in blocks of consecutive numbers, each as large as a page of the
/// engine. A block knows its episodes once, and a name that its statement repeats is a
/// place in it.

/// Adds facts behind all others; their numbers follow the last one there.
void append_facts(store::WriteTxn& txn, store::Space space, std::span<const Fact> facts);

/// Writes one stored fact anew.
void rewrite_fact(store::WriteTxn& txn, store::Space space, const Fact& fact);

/// A fact by its number; nothing where none has it.
std::optional<Fact> read_fact(const store::ReadTxn& txn, store::Space space, std::uint64_t number);

/// The facts of consecutive numbers, as far as they are there.
std::vector<Fact> read_facts(const store::ReadTxn& txn, store::Space space, std::uint64_t first,
                             std::uint64_t count);

}  // namespace tools::memory
