#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::text {

/// A term of a stored document with its quantised weight.
struct StoredTerm {
    std::string term;
    std::uint8_t weight = 0;
};

/// What happened to a document since the last fold.
struct TailEntry {
    std::uint64_t document = 0;
    bool removed = false;
    bool replaces = false;  ///< a segment holds an older form of it
    std::vector<StoredTerm> terms;
};

/// An entry where it lies, for scans that touch as little as they can.
class TailView {
public:
    /// Reads the entry at the front of a block and moves on to the next one.
    explicit TailView(std::string_view& block);

    [[nodiscard]] std::uint64_t document() const { return document_; }

    [[nodiscard]] bool removed() const { return removed_; }

    [[nodiscard]] bool replaces() const { return replaces_; }

    [[nodiscard]] std::size_t size() const { return size_; }

    /// hash32 of a term in network byte order, as it lies in the record.
    [[nodiscard]] std::uint32_t hash(std::size_t i) const {
        std::uint32_t out = 0;
        std::memcpy(&out, hashes_.data() + sizeof out * i, sizeof out);
        return out;
    }

    [[nodiscard]] std::uint8_t weight(std::size_t i) const {
        return static_cast<std::uint8_t>(weights_[i]);
    }

    /// Reads terms one after the other.
    class Terms {
    public:
        explicit Terms(std::string_view bytes) : rest_(bytes) {}

        /// The term of a place, which is never before one asked for earlier.
        std::string_view at(std::size_t i);

    private:
        std::string_view rest_, term_;
        std::size_t read_ = 0;
    };

    [[nodiscard]] Terms terms() const { return Terms(terms_); }

    [[nodiscard]] TailEntry entry() const;

    /// All bytes of the entry.
    [[nodiscard]] std::string_view bytes() const { return bytes_; }

private:
    std::uint64_t document_ = 0;
    bool removed_ = false, replaces_ = false;
    std::size_t size_ = 0;
    std::string_view hashes_, weights_, terms_, bytes_;
};

/// The documents that no segment holds yet, in blocks that fit a page: an update
/// rewrites the last block or starts one behind it.
class Tail {
public:
    explicit Tail(store::Space space) : space_(space) {}

    /// Adds what happened to a document; earlier entries of it no longer count.
    /// Returns the number of entries, outdated ones included.
    std::size_t add(store::WriteTxn& txn, const TailEntry& entry) const;

    /// Shows all entries, the newest block first; within a block each document
    /// stands once.
    void scan(const store::ReadTxn& txn, const std::function<void(const TailView&)>& visit) const;

    /// The entry that counts of each document, by document.
    [[nodiscard]] std::vector<TailEntry> current(const store::ReadTxn& txn) const;

    /// Replaces all blocks by these entries.
    void rewrite(store::WriteTxn& txn, std::span<const TailEntry> entries) const;

private:
    store::Space space_;
};

}  // namespace tools::text
