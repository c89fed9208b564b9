#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tools::text {

/// Which segment holds the form of a document that counts: a bit per document
/// and segment, in blocks of 1,024 documents. At most one segment holds one.
class Live {
public:
    explicit Live(store::Space space) : space_(space) {}

    [[nodiscard]] std::optional<std::uint32_t> segment_of(const store::ReadTxn& txn,
                                                          std::uint64_t document) const;

    /// Marks documents, ascending, as held by a segment.
    void set(store::WriteTxn& txn, std::uint32_t segment,
             std::span<const std::uint64_t> documents) const;

    /// Unmarks documents, ascending, wherever they are marked; returns how many
    /// each segment lost.
    std::map<std::uint32_t, std::size_t> clear(store::WriteTxn& txn,
                                               std::span<const std::uint64_t> documents) const;

    /// Hands the marks of some segments over to another one; returns how many.
    std::size_t move(store::WriteTxn& txn, std::span<const std::uint32_t> from,
                     std::uint32_t to) const;

private:
    store::Space space_;
};

/// Answers for one segment, whose marks stay as they are meanwhile; quick for documents
/// near each other.
class LiveIn {
public:
    LiveIn(const store::ReadTxn& txn, store::Space space, std::uint32_t segment)
        : txn_(&txn), space_(space), segment_(segment) {}

    bool operator()(std::uint64_t document);

private:
    [[nodiscard]] std::string_view read(std::uint64_t block) const;

    const store::ReadTxn* txn_;
    store::Space space_;
    std::uint32_t segment_;
    std::optional<std::uint64_t> block_;
    std::string_view bits_;
    std::map<std::uint64_t, std::string_view> blocks_;  ///< read so far
};

}  // namespace tools::text
