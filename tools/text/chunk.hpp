#pragma once

#include "tools/text/packed.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::text {

/// A document that holds a term, with the term's quantised weight in it.
struct Posting {
    std::uint64_t document = 0;
    std::uint8_t weight = 0;
};

/// Up to 400 postings of one term, as they lie in a block of a segment. What a
/// search needs to skip them stands in front.
struct Chunk {
    std::string term;
    std::uint64_t with_term = 0;  ///< documents with the term in the whole segment
    std::uint8_t most = 0;        ///< largest weight of the term in the segment
    std::uint32_t count = 0;
    std::uint64_t first = 0, last = 0;  ///< documents
    std::uint8_t most_here = 0;         ///< largest weight in this chunk
    std::string_view deltas;  ///< first weight, then the step to the next document and its weight
};

/// Reads the chunks of one block in order. Every so many of them one tells its whole term,
/// and the end of the block says where, so that a term is found by halving.
class BlockReader {
public:
    explicit BlockReader(std::string_view block);

    /// The next chunk into chunk(); false at the end of the block.
    bool next();

    /// Moves to the chunk of a term that ends at or behind a document, unpacking
    /// nothing on the way; false if there is none. For a fresh reader.
    bool find(std::string_view term, std::uint64_t document);

    [[nodiscard]] const Chunk& chunk() const { return chunk_; }

private:
    /// Takes a body off the block: of the one posting of a term without its length.
    [[nodiscard]] Packed take_body(bool& single);
    void unpack(Packed body, bool single);
    /// Moves to the last place of a whole term smaller than one, or to the start.
    void skip_to(std::string_view term);

    std::string_view chunks_, starts_;  ///< where whole terms stand: 2 bytes each
    Packed rest_{{}};
    Chunk chunk_;
};

/// The postings of a chunk.
std::vector<Posting> postings(const Chunk& chunk);

std::uint8_t largest(std::span<const Posting> postings);

/// How many postings, of one chunk at most, fit into so many bytes.
std::size_t fitting(std::span<const Posting> postings, std::size_t room);

/// A chunk as it stands in a block behind one of a term; "" where its own stands whole.
std::string encoded_chunk(const Chunk& totals, std::span<const Posting> postings,
                          std::string_view before);

}  // namespace tools::text
