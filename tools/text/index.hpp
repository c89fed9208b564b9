#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/rank.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tools::text {

/// A document of the index by its terms. Numbers are the caller's and are never
/// given to something else.
struct Document {
    std::uint64_t number = 0;
    std::vector<Weighted> terms;  ///< each once; none: the document is removed
};

/// Which documents a search may return; empty: all.
using Accept = std::function<bool(std::uint64_t document)>;

/// The inverted index of a space. What changed lies in a short tail that every
/// search scans, so it is found at once. Past 512 entries whoever writes folds the
/// tail into an immutable segment; eight segments of a size are merged in slices,
/// one a write. A space that never held more than 256 documents stays in its tail.
class Index {
public:
    explicit Index(store::Space space) : space_(space) {}

    /// Adds, replaces or removes documents.
    void put(store::WriteTxn& txn, std::span<const Document> documents) const;

    /// The best documents for a query, as scoring every document would find them.
    [[nodiscard]] std::vector<Hit> search(const store::ReadTxn& txn,
                                          std::span<const QueryTerm> query, std::size_t most,
                                          const Accept& accept = {}) const;

    /// How many documents it holds.
    [[nodiscard]] std::uint64_t size(const store::ReadTxn& txn) const;

private:
    store::Space space_;
};

}  // namespace tools::text
