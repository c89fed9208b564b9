#include "store/ops.hpp"

#include "store/engine.hpp"
#include "store/header.hpp"
#include "store/space.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace store {
namespace {

std::uint64_t count(const ReadTxn& txn, const Range& range) {
    std::uint64_t keys = 0;
    txn.scan(range, {}, [&](std::string_view, std::string_view) {
        ++keys;
        return true;
    });
    return keys;
}

/// Counts a tenant's spaces of each kind into totals.
void count_spaces(const ReadTxn& txn, std::uint32_t tenant, Stats& stats) {
    for (std::size_t kind = 0; kind < stats.spaces.size(); ++kind) {
        Key names = Key({tenant, 0}, Table::space_name).u8(static_cast<std::uint8_t>(kind + 1));
        stats.spaces[kind] += count(txn, names.range());
    }
}

}  // namespace

Stats stats(const Store& store) {
    Stats stats;
    store.read([&](const ReadTxn& txn) {
        stats = {};
        stats.tenants = count(txn, Key({}, Table::tenant).range());
        for (std::uint64_t tenant = 1; tenant <= stats.tenants; ++tenant)
            count_spaces(txn, static_cast<std::uint32_t>(tenant), stats);
    });
    const EngineStats engine = store.engine().stats();
    stats.schema = current_schema;
    stats.last_txn = engine.last_txn;
    stats.records = engine.records;
    stats.file_bytes = engine.file_bytes;
    stats.used_bytes = engine.used_bytes;
    stats.free_bytes = engine.free_bytes;
    stats.map_bytes = engine.map_bytes;
    stats.readers = engine.readers;
    stats.max_readers = engine.max_readers;
    return stats;
}

Vitals vitals(const Store& store) {
    const EngineStats engine = store.engine().stats();
    const std::uint64_t oldest = std::min(engine.oldest_reader, engine.last_txn);
    return {engine.last_txn,  engine.last_txn - oldest, engine.used_bytes,
            engine.map_bytes, engine.readers,           store.waiting_writes()};
}

std::vector<std::string> tenant_names(const ReadTxn& txn) {
    std::vector<std::string> out;
    constexpr Records<SpaceEntry> entries{Table::space};
    entries.scan(txn, Key({}, Table::space).range(), {}, [&](std::string_view, SpaceEntry entry) {
        out.push_back(std::move(entry.name));
        return true;
    });
    return out;
}

Compaction compact(Store& store) {
    Compaction sizes;
    sizes.bytes_before = store.engine().stats().file_bytes;
    store.engine().compact();
    sizes.bytes_after = store.engine().stats().file_bytes;
    return sizes;
}

}  // namespace store
