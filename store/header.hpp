#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace store {

/// 2: threads mark their tied nodes (table thread_tied). What schema 1 wrote reads as it is.
constexpr std::uint32_t current_schema = 2;

/// The store's first record, read before anything else in every transaction.
struct Header {
    std::uint32_t schema = current_schema;
    std::uint32_t lock_format = 0;  ///< of the engine: programs that share a store agree on it
    bool moved = false;             ///< compaction has put another file in this one's place
};

const std::string& header_key();
std::string header_record(const Header& header);

/// Throws corrupt when the record is absent or damaged, unavailable when the store
/// is of a newer schema or of another lock format than ours. An older schema becomes ours
/// with the first write.
Header checked_header(std::optional<std::string_view> record, std::uint32_t lock_format);

}  // namespace store
