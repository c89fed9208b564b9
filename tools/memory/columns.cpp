#include "tools/memory/columns.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"
#include "tools/memory/records.hpp"

#include <string>

namespace tools::memory {
namespace {

constexpr std::uint8_t column_version = 1;
constexpr std::size_t cell = 8;  ///< bytes of a time
constexpr auto time_table = store::Table::memory_time;

store::Key block_key(store::Space space, Column column, std::uint64_t block) {
    store::Key key(space, time_table);
    key.u8(static_cast<std::uint8_t>(column)).u64(block);
    return key;
}

/// The times of a block up to the last one that is there.
std::string_view read_block(const store::ReadTxn& txn, const store::Key& key) {
    const auto record = txn.get(key.str());
    return record ? store::unseal(key.str(), *record, time_table, column_version)
                  : std::string_view();
}

/// Sets times of one block; nothing is kept behind the last time that is there.
void change_block(store::WriteTxn& txn, store::Space space, Column column, std::uint64_t first,
                  std::span<const std::optional<Moment>> moments) {
    const store::Key key = block_key(space, column, first / column_block);
    std::string block(read_block(txn, key));
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const std::size_t at = (first % column_block + i) * cell;
        if (!moments[i] && at >= block.size()) continue;
        if (at + cell > block.size()) block.resize(at + cell, '\0');
        store::Writer to;
        to.u64(packed(moments[i]));
        block.replace(at, cell, to.str());
    }
    if (!block.empty()) txn.put(key.str(), store::seal(key.str(), column_version, block));
}

}  // namespace

void write_times(store::WriteTxn& txn, store::Space space, std::uint64_t first,
                 std::span<const FactTimes> times) {
    while (!times.empty()) {
        const std::size_t n =
            std::min<std::size_t>(times.size(), column_block - first % column_block);
        std::vector<std::optional<Moment>> moments(n);
        for (std::size_t column = 0; column < FactTimes{}.size(); ++column) {
            for (std::size_t i = 0; i < n; ++i)
                moments[i] = times[i].at(column);
            change_block(txn, space, static_cast<Column>(column), first, moments);
        }
        times = times.subspan(n);
        first += n;
    }
}

void write_time(store::WriteTxn& txn, store::Space space, Column column, std::uint64_t number,
                const std::optional<Moment>& moment) {
    change_block(txn, space, column, number, {&moment, 1});
}

std::string_view Columns::block_of(Column column, std::uint64_t block) const {
    Last& last = last_.at(static_cast<std::size_t>(column));
    if (last.block == block) return last.bytes;
    const std::pair place{column, block};
    auto known = blocks_.find(place);
    if (known == blocks_.end())
        known = blocks_.emplace(place, read_block(*txn_, block_key(space_, column, block))).first;
    last = {block, known->second};
    return last.bytes;
}

std::optional<Moment> Columns::at(Column column, std::uint64_t number) const {
    const std::string_view block = block_of(column, number / column_block);
    const std::size_t at = number % column_block * cell;
    if (at + cell > block.size()) return std::nullopt;
    store::Reader from(block.substr(at, cell));
    return unpacked(from.u64());
}

}  // namespace tools::memory
