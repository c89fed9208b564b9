#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/thread/embedding/codebook.hpp"
#include "tools/thread/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tools::thread {

inline constexpr std::uint64_t exact_vectors = 1'000;  ///< from here on a thread keeps codes (D20)

/// A vector for a node, and where a caller gave it.
struct NewVector {
    Number node = 0;
    std::string path;
    embedding::Values values;  ///< empty where none was given
};

/// Stores vectors beside a thread's versions, which they are no part of. The first one
/// of a node stays. The one that makes them 1,000 trains the thread's codebook, by the
/// first 1,000 in the order of their nodes, and all become codes. Throws Error invalid
/// (wrong_dimension) where one has another dimension than the thread's first.
void store_vectors(store::WriteTxn& txn, store::Space space, const std::vector<NewVector>& vectors);

/// The vectors of a thread as a transaction has them; it must outlive this.
class StoredVectors {
public:
    StoredVectors(const store::ReadTxn& txn, store::Space space);

    /// 0 where the thread has no vectors.
    [[nodiscard]] std::size_t dimension() const noexcept { return dimension_; }

    /// A node's vector, as exact as it is kept.
    [[nodiscard]] std::optional<embedding::Values> find(Number node) const;

private:
    const store::ReadTxn* txn_;
    store::Space space_;
    std::size_t dimension_ = 0;
    std::optional<embedding::Codebook> codebook_;
};

}  // namespace tools::thread
