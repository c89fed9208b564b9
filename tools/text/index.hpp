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

/// What a search returns at most.
struct Wanted {
    std::size_t most = 10;
    std::uint64_t least_score = 0;  ///< of a hit
    /// A term that a larger share of all documents holds (and 64 of them) brings no
    /// document by itself, but adds to what rarer terms bring. 1: every term does.
    double common_share = 1;
    std::function<bool(std::uint64_t document)> accept;  ///< empty: every document
    /// Where not 0: so few documents, brought by the rarest terms, are enough. Other
    /// terms bring none, and past the four rarest they do not count.
    std::uint64_t enough = 0;
};

/// The best documents, and what of the query each of them holds.
struct Found {
    std::vector<Hit> hits;                   ///< best first
    std::uint64_t documents = 0;             ///< in the index
    std::vector<std::uint64_t> with_term;    ///< by term: documents that hold it
    std::vector<std::uint32_t> importances;  ///< by term; 0: nobody asked for it
    std::vector<std::uint8_t> weights;       ///< rows of a weight for each term

    /// What a term says of a hit; 0: the hit lacks it.
    [[nodiscard]] std::uint8_t weight(const Hit& hit, std::size_t term) const {
        return weights[hit.row * with_term.size() + term];
    }
};

/// The inverted index of a space. What changed lies in a short tail that every
/// search scans, so it is found at once. Past 512 entries whoever writes folds the
/// tail into an immutable segment; eight segments of a size are merged in slices,
/// one a write. A space that never held more than 256 documents stays in its tail.
class Index {
public:
    explicit Index(store::Space space) : space_(space) {}

    /// Adds, replaces or removes documents.
    void put(store::WriteTxn& txn, std::span<const Document> documents) const;

    /// Takes every trace of documents out of tail and segments, found by the terms they
    /// were put with, once.
    void erase(store::WriteTxn& txn, std::span<const Document> documents) const;

    /// Folds the tail of all but small spaces now.
    void fold(store::WriteTxn& txn) const;

    /// Does a slice of the merging and clearing away that is due, as writes do on their
    /// way; false when nothing was. An import ends with it.
    bool settle(store::WriteTxn& txn) const;

    /// Documents that no segment holds yet.
    [[nodiscard]] std::uint64_t tail_size(const store::ReadTxn& txn) const;

    /// The best documents for a query, as scoring every document would find them.
    [[nodiscard]] std::vector<Hit> search(const store::ReadTxn& txn,
                                          std::span<const QueryTerm> query,
                                          const Wanted& wanted) const;

    /// The same documents, with all that a second look at them needs.
    [[nodiscard]] Found find(const store::ReadTxn& txn, std::span<const QueryTerm> query,
                             const Wanted& wanted) const;

    /// The same for several queries, for little more than one of them costs.
    [[nodiscard]] std::vector<std::vector<Hit>> search_each(
        const store::ReadTxn& txn, std::span<const std::vector<QueryTerm>> queries,
        const Wanted& wanted) const;

    /// How many documents it holds.
    [[nodiscard]] std::uint64_t size(const store::ReadTxn& txn) const;

private:
    store::Space space_;
};

}  // namespace tools::text
