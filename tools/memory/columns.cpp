#include "tools/memory/columns.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"
#include "tools/memory/records.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace tools::memory {
namespace {

constexpr std::uint8_t column_version = 2;
constexpr auto time_table = store::Table::memory_time;

store::Key block_key(store::Space space, Column column, std::uint64_t block) {
    store::Key key(space, time_table);
    key.u8(static_cast<std::uint8_t>(column)).u64(block);
    return key;
}

/// The times of a block up to the last one that is there: what is behind that is absent.
TimeBlock read_block(const store::ReadTxn& txn, const store::Key& key) {
    const auto record = txn.get(key.str());
    if (!record) return {};
    store::Reader from(store::unseal(key.str(), *record, time_table, column_version));
    TimeBlock out;
    out.base = from.varint();
    out.width = from.u8();
    out.cells = from.rest();
    return out;
}

void write_block(store::WriteTxn& txn, const store::Key& key,
                 const std::vector<std::uint64_t>& times) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), most = 0;
    for (const std::uint64_t time : times)
        if (time != 0) least = std::min(least, time), most = std::max(most, time);
    if (most == 0) return txn.erase(key.str());
    unsigned width = 1;
    while (width < 8 && (most - least + 1) >> (8 * width) != 0)
        ++width;
    store::Writer to;
    to.varint(least).u8(static_cast<std::uint8_t>(width));
    for (const std::uint64_t time : times)
        for (unsigned byte = width; byte > 0; --byte)
            to.u8(static_cast<std::uint8_t>((time == 0 ? 0 : time - least + 1) >> (8 * byte - 8)));
    txn.put(key.str(), store::seal(key.str(), column_version, to.str()));
}

/// Sets times of one block; nothing is kept behind the last time that is there.
void change_block(store::WriteTxn& txn, store::Space space, Column column, std::uint64_t first,
                  std::span<const std::optional<Moment>> moments) {
    const store::Key key = block_key(space, column, first / column_block);
    const TimeBlock block = read_block(txn, key);
    std::vector<std::uint64_t> times;
    for (std::size_t i = 0; i < block.size(); ++i)
        times.push_back(block.at(i));
    const std::size_t known = times.size();
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const std::size_t at = first % column_block + i;
        if (!moments[i] && at >= times.size()) continue;
        times.resize(std::max(times.size(), at + 1));
        times[at] = packed(moments[i]);
    }
    if (known > 0 || !times.empty()) write_block(txn, key, times);
}

}  // namespace

std::uint64_t TimeBlock::at(std::size_t place) const {
    if (place >= size()) return 0;
    std::uint64_t steps = 0;
    for (const char byte : cells.substr(place * width, width))
        steps = steps << 8U | static_cast<unsigned char>(byte);
    return steps == 0 ? 0 : base + steps - 1;
}

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

TimeBlock Columns::block_of(Column column, std::uint64_t block) const {
    Last& last = last_.at(static_cast<std::size_t>(column));
    if (last.block == block) return last.times;
    const std::pair place{column, block};
    auto known = blocks_.find(place);
    if (known == blocks_.end())
        known = blocks_.emplace(place, read_block(*txn_, block_key(space_, column, block))).first;
    last = {block, known->second};
    return last.times;
}

std::optional<Moment> Columns::at(Column column, std::uint64_t number) const {
    return unpacked(block_of(column, number / column_block).at(number % column_block));
}

}  // namespace tools::memory
