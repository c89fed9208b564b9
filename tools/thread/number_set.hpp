#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/thread/model.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace tools::thread {

/// A persistent set of numbers: a trie of parts with 32 slots each that never
/// change, so that two sets share all parts in which they are equal (D7). A lowest
/// part holds 1,024 numbers; parts have numbers of their own, 0 is the empty set.

/// The set with some more numbers. Writes at most one new part a level and block of
/// 1,024 that gets numbers; `parts` counts the parts written so far.
std::uint64_t with_numbers(store::WriteTxn& txn, store::Space space, std::uint64_t set,
                           std::span<const Number> more, std::uint64_t& parts);

/// 1,024 numbers of a set, 32 a word.
using Block = std::array<std::uint64_t, 32>;

/// The number of the block a number lies in, and whether the block has it.
inline Number block_of(Number number) {
    return number >> 10U;
}

inline bool has_number(const Block& block, Number number) {
    return (block[number >> 5U & 31U] >> (number & 31U) & 1U) != 0;
}

/// The block a number lies in; all zero where the set has none of it.
Block block_at(const store::ReadTxn& txn, store::Space space, std::uint64_t set, Number number);

bool holds_number(const store::ReadTxn& txn, store::Space space, std::uint64_t set, Number number);

/// Shows the numbers that the first set holds and the second one does not, rising,
/// until visit returns false. Parts that both share are passed over unread.
void scan_numbers(const store::ReadTxn& txn, store::Space space, std::uint64_t set,
                  std::uint64_t without, const std::function<bool(Number)>& visit);

}  // namespace tools::thread
