#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/documents.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/rank.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tools::text {

using Query = std::span<const QueryTerm>;

/// A term of a query in a document of the tail.
struct TailMatch {
    std::uint64_t document;
    std::size_t term;
    std::uint8_t weight;
};

/// What one scan of the tail found.
struct TailScan {
    Documents documents;                          ///< of which older forms no longer count
    std::vector<std::vector<TailMatch>> matches;  ///< of each query, by document
    std::int64_t added = 0;                       ///< documents beyond those of the segments
};

/// Looks for the terms of several queries in one walk over the tail.
TailScan scan_tail(const store::ReadTxn& txn, store::Space space, std::span<const Query> queries);

/// How many documents the segments and the tail hold together.
std::uint64_t documents_of(const Meta& meta, const TailScan& tail);

}  // namespace tools::text
