#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace tools::memory {

/// How a fact stands among those said with it, as far as ranking looks at it
/// without reading the fact.
struct Standing {
    std::uint16_t place = 0;  ///< in what one source said at one time, from 0
    bool asks = false;        ///< a sentence of it is a question
    bool only_asks = false;   ///< and that is where it ends: it states little
    bool dated = false;       ///< it tells a time
    bool pattern = false;
};

/// Facts with this number said together at one time share it.
inline std::uint64_t group_of(std::uint64_t fact, const Standing& standing) {
    return fact - standing.place;
}

/// Writes the standings of facts with consecutive numbers.
void write_standings(store::WriteTxn& txn, store::Space space, std::uint64_t first,
                     std::span<const Standing> standings);

/// Reads standings, a block of them at once. The transaction must outlive it.
class Standings {
public:
    Standings(const store::ReadTxn& txn, store::Space space) : txn_(&txn), space_(space) {}

    /// Nothing for a number that no fact has.
    [[nodiscard]] std::optional<Standing> at(std::uint64_t fact) const;

private:
    const store::ReadTxn* txn_;
    store::Space space_;
    mutable std::map<std::uint64_t, std::string_view> blocks_;
};

}  // namespace tools::memory
