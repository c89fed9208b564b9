#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/chunk.hpp"
#include "tools/text/packed.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::text {

/// Where the blocks of one segment lie.
struct SegmentPlace {
    SegmentPlace(store::Space space, std::uint32_t segment);

    std::string prefix;  ///< of their keys
    std::string end;     ///< behind them
};

/// Writes postings, by term and document ascending, as blocks under
/// segment | term | last document, each as large as a page of the engine. A segment is
/// never changed, only written on behind its end and, once, dropped.
class SegmentWriter {
public:
    SegmentWriter(store::WriteTxn& txn, store::Space space, std::uint32_t segment)
        : txn_(&txn), space_(space), segment_(segment) {}

    /// All postings of a term, at least one.
    void add(std::string_view term, std::span<const Posting> postings);
    /// Some postings of a term, with its totals in the whole segment.
    void add(const Chunk& totals, std::span<const Posting> postings);
    void finish();

private:
    void add_chunk(const Chunk& totals, std::span<const Posting> postings);
    [[nodiscard]] std::string encoded(const Chunk& totals, std::span<const Posting> postings) const;

    store::WriteTxn* txn_;
    store::Space space_;
    std::uint32_t segment_;
    [[nodiscard]] std::size_t room() const;  ///< bytes of a block for chunks

    std::string block_, term_;           ///< what is gathered, and its last term
    std::uint64_t last_ = 0;             ///< and its last document
    std::vector<std::uint16_t> starts_;  ///< of chunks behind the first with a whole term
    std::size_t chunks_ = 0;
};

/// Walks over the postings of one term in one segment.
class Cursor {
public:
    /// Stands on the first posting, or is done when the segment lacks the term. The
    /// place must outlive it.
    Cursor(const store::ReadTxn& txn, const SegmentPlace& place, std::string_view term);

    [[nodiscard]] bool done() const { return done_; }

    [[nodiscard]] std::uint64_t document() const { return document_; }

    [[nodiscard]] std::uint8_t weight() const { return weight_; }

    /// The chunk it stands in; its totals stay readable when done.
    [[nodiscard]] const Chunk& chunk() const { return chunk_; }

    void next();
    /// Moves to the first posting at or behind a document.
    void seek(std::uint64_t document);
    /// Moves to the chunk a document would stand in; document() and weight() hold
    /// only after a seek.
    void reach(std::uint64_t document);

private:
    void load(std::uint64_t document);
    /// The same from a chunk on that ends before the document.
    void load_next(std::uint64_t document);
    void start();

    const store::ReadTxn* txn_;
    const SegmentPlace* place_;
    std::string term_;
    Chunk chunk_;
    Packed rest_{{}};  ///< of the chunk's deltas
    std::uint64_t document_ = 0;
    std::uint8_t weight_ = 0;
    bool started_ = false;  ///< document_ and weight_ are of this chunk
    bool done_ = false;
};

/// How far a walk over a segment came: behind a document of a term.
struct Reached {
    static constexpr auto whole_term = std::numeric_limits<std::uint64_t>::max();

    std::string term;  ///< "" before all
    std::uint64_t document = whole_term;
};

/// Shows the chunks of a segment by term that end behind what was reached.
class SegmentReader {
public:
    SegmentReader(const store::ReadTxn& txn, store::Space space, std::uint32_t segment,
                  const Reached& reached);

    [[nodiscard]] bool done() const { return done_; }

    [[nodiscard]] const Chunk& chunk() const { return reader_.chunk(); }

    void next();

private:
    void load();

    const store::ReadTxn* txn_;
    SegmentPlace place_;
    std::string low_;
    BlockReader reader_{{}};
    bool done_ = false;
};

/// A term of a document.
struct TermOf {
    std::string_view term;
    std::uint64_t document = 0;
};

/// The documents of such terms, each once, sorted.
std::vector<std::uint64_t> documents_in(std::span<const TermOf> terms);

/// Takes documents, by their terms, out of the postings of a segment. How many documents
/// hold a term stays as it was counted.
void erase_postings(store::WriteTxn& txn, store::Space space, std::uint32_t segment,
                    std::span<const TermOf> gone);

/// Erases blocks of a segment, at most so many; none is left where it were fewer.
std::size_t drop_segment(store::WriteTxn& txn, store::Space space, std::uint32_t segment,
                         std::size_t most);

}  // namespace tools::text
