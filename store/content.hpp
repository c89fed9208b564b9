#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace store {

/// Texts stand once, in their space's content table, under a number that journals
/// and versions refer to. Numbers start at 1 and are never given twice.

/// Stores a text and returns its number.
std::uint64_t add_content(WriteTxn& txn, Space space, std::string_view text);

/// The text of a number, "" when it was erased. Throws corrupt when there is none.
std::string content(const ReadTxn& txn, Space space, std::uint64_t number);

/// The same where it lies: good as long as what the transaction returns.
std::string_view stored_content(const ReadTxn& txn, Space space, std::uint64_t number);

bool is_erased(const ReadTxn& txn, Space space, std::uint64_t number);

/// Replaces a text by when (Unix milliseconds) and why it went; its number stays.
void erase_content(WriteTxn& txn, Space space, std::uint64_t number, std::string_view reason,
                   std::int64_t time_ms);

}  // namespace store
