#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tools::memory {

/// The times of facts that a search looks at before anything else. The numbers are
/// stored.
enum class Column : std::uint8_t { recorded_at, removed_at, valid_at, invalid_at, said };

inline constexpr std::uint64_t column_block = 256;  ///< facts

/// The times of one fact, by column.
using FactTimes = std::array<std::optional<Moment>, 5>;

/// The packed times of a block where they lie: as steps from the least of them, in as many
/// bytes as the largest step takes.
struct TimeBlock {
    std::uint64_t base = 0;
    std::uint8_t width = 1;  ///< bytes of a step; a step of 0 is an absent time
    std::string_view cells;

    [[nodiscard]] std::size_t size() const { return cells.size() / width; }

    /// 0 for an absent time.
    [[nodiscard]] std::uint64_t at(std::size_t place) const;
};

/// Writes the times of facts with consecutive numbers.
void write_times(store::WriteTxn& txn, store::Space space, std::uint64_t first,
                 std::span<const FactTimes> times);

/// Changes one time of one fact.
void write_time(store::WriteTxn& txn, store::Space space, Column column, std::uint64_t number,
                const std::optional<Moment>& moment);

/// Reads times without touching facts: a block is looked up once. The transaction
/// must outlive it.
class Columns {
public:
    Columns(const store::ReadTxn& txn, store::Space space) : txn_(&txn), space_(space) {}

    [[nodiscard]] std::optional<Moment> at(Column column, std::uint64_t number) const;

    [[nodiscard]] bool live(std::uint64_t number) const {
        return at(Column::recorded_at, number) && !at(Column::removed_at, number);
    }

private:
    /// The block that was looked at last: a scan stays in it.
    struct Last {
        std::optional<std::uint64_t> block;
        TimeBlock times;
    };

    [[nodiscard]] TimeBlock block_of(Column column, std::uint64_t block) const;

    const store::ReadTxn* txn_;
    store::Space space_;
    mutable std::array<Last, FactTimes{}.size()> last_{};
    mutable std::map<std::pair<Column, std::uint64_t>, TimeBlock> blocks_;
};

}  // namespace tools::memory
