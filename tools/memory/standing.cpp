#include "tools/memory/standing.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <string>

namespace tools::memory {
namespace {

constexpr std::uint8_t standing_version = 1;
constexpr std::uint64_t standings_a_block = 256;
constexpr std::size_t standing_size = 3;  ///< place, marks
constexpr auto standing_table = store::Table::memory_standing;

enum Mark : std::uint8_t { there = 1, asks = 2, only_asks = 4, dated = 8, pattern = 16 };

std::string encoded(const Standing& standing) {
    const auto marks = Mark::there | (standing.asks ? Mark::asks : 0) |
                       (standing.only_asks ? Mark::only_asks : 0) |
                       (standing.dated ? Mark::dated : 0) | (standing.pattern ? Mark::pattern : 0);
    store::Writer to;
    to.u16(standing.place).u8(static_cast<std::uint8_t>(marks));
    return to.take();
}

std::optional<Standing> decoded(std::string_view bytes) {
    store::Reader from(bytes);
    Standing out;
    out.place = from.u16();
    const std::uint8_t marks = from.u8();
    if ((marks & Mark::there) == 0) return std::nullopt;
    out.asks = (marks & Mark::asks) != 0;
    out.only_asks = (marks & Mark::only_asks) != 0;
    out.dated = (marks & Mark::dated) != 0;
    out.pattern = (marks & Mark::pattern) != 0;
    return out;
}

std::string_view read_block(const store::ReadTxn& txn, store::Space space, std::uint64_t block) {
    const store::Key key = std::move(store::Key(space, standing_table).u64(block));
    const auto record = txn.get(key.str());
    return record ? store::unseal(key.str(), *record, standing_table, standing_version)
                  : std::string_view();
}

}  // namespace

void write_standings(store::WriteTxn& txn, store::Space space, std::uint64_t first,
                     std::span<const Standing> standings) {
    while (!standings.empty()) {
        const std::uint64_t number = first / standings_a_block;
        const auto offset = static_cast<std::size_t>(first % standings_a_block);
        const std::size_t n = std::min(standings.size(), standings_a_block - offset);
        std::string block(read_block(txn, space, number));
        block.resize(std::max(block.size(), (offset + n) * standing_size), '\0');
        for (std::size_t i = 0; i < n; ++i)
            block.replace((offset + i) * standing_size, standing_size, encoded(standings[i]));
        const store::Key key = std::move(store::Key(space, standing_table).u64(number));
        txn.put(key.str(), store::seal(key.str(), standing_version, block));
        standings = standings.subspan(n);
        first += n;
    }
}

std::optional<Standing> Standings::at(std::uint64_t fact) const {
    const std::uint64_t number = fact / standings_a_block;
    auto known = blocks_.find(number);
    if (known == blocks_.end())
        known = blocks_.emplace(number, read_block(*txn_, space_, number)).first;
    const auto at = static_cast<std::size_t>(fact % standings_a_block) * standing_size;
    if (at + standing_size > known->second.size()) return std::nullopt;
    return decoded(known->second.substr(at, standing_size));
}

}  // namespace tools::memory
