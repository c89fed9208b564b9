#pragma once

#include "store/store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace store {

/// What an operator asks of a store.
struct Stats {
    std::uint32_t schema = 0;
    std::uint64_t last_txn = 0;
    std::uint64_t records = 0;
    std::uint64_t file_bytes = 0;
    std::uint64_t used_bytes = 0;  ///< of the file, by live pages
    std::uint64_t free_bytes = 0;  ///< of the file, by pages to be used again
    std::uint64_t map_bytes = 0;   ///< address space reserved; grows by itself
    std::uint32_t readers = 0;
    std::uint32_t max_readers = 0;
    std::uint64_t tenants = 0;
    std::array<std::uint64_t, 4> spaces{};  ///< by SpaceKind, map first
};

Stats stats(const Store& store);

/// How a store that is being served fares: cheap enough to ask every second.
struct Vitals {
    std::uint64_t commits = 0;         ///< ever, by any process
    std::uint64_t reader_lag = 0;      ///< commits since the oldest snapshot in use
    std::uint64_t used_bytes = 0;      ///< of the file
    std::uint64_t map_bytes = 0;       ///< address space reserved
    std::uint32_t readers = 0;         ///< places in the table of readers
    std::uint64_t waiting_writes = 0;  ///< of this process, for the next commit
};

Vitals vitals(const Store& store);

/// Every tenant's name, in the order in which they came.
std::vector<std::string> tenant_names(const ReadTxn& txn);

struct Compaction {
    std::uint64_t bytes_before = 0;
    std::uint64_t bytes_after = 0;
};

/// Rewrites the file without its free pages, which is also when erased texts leave
/// the disk. Writers wait meanwhile, readers do not; other processes go over to the
/// new file with their next transaction.
Compaction compact(Store& store);

}  // namespace store
