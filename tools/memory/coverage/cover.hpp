#pragma once

#include "tools/memory/coverage/ledger.hpp"
#include "tools/memory/model.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tools::memory::coverage {

/// What an episode says it covers of its source.
struct Covers {
    Range range;
    std::optional<Unit> unit;
    std::optional<std::uint64_t> total;
};

/// Why an episode cannot cover that; empty where it can. The message goes on from `covers`.
std::string covers_fault(const Covers& covers, const std::string& source, EpisodeKind kind);

/// Marks what a stored episode covers, in the transaction that stores it. Throws Error
/// conflict where its source is counted in another unit.
void cover(store::WriteTxn& txn, store::Space space, const Episode& episode, const Covers& covers);

/// The ledger of a source, made where it is new. Throws Error conflict where it is
/// counted in another unit already.
Source open_source(const store::ReadTxn& txn, store::Space space, const std::string& name,
                   std::optional<Unit> unit, std::int64_t now_ms);

}  // namespace tools::memory::coverage
