#pragma once

#include "store/bytes.hpp"
#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/segment.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tools::text {

/// A segment that searches read.
struct Part {
    std::uint32_t segment = 0;
    std::uint8_t level = 0;       ///< grows by one with eight times the documents
    std::uint64_t documents = 0;  ///< that it holds in the form that counts
};

/// A merge under way: the parts are read on while their postings are copied.
struct Merge {
    std::uint32_t target = 0;
    std::uint8_t level = 0;
    std::vector<std::uint32_t> parts;
    Reached reached;              ///< the last term copied; of a common one perhaps not all
    std::uint64_t with_term = 0;  ///< totals of a term that is not copied to its end
    std::uint8_t most = 0;
};

/// The one record that says which segments count.
struct Meta {
    std::uint32_t next_segment = 1;
    std::vector<Part> parts;
    std::optional<Merge> merge;
    std::vector<std::uint32_t> dropped;  ///< whose blocks are still to be erased
};

void encode(const Meta& meta, store::Writer& to);
void decode(store::Reader& from, Meta& meta);

Meta read_meta(const store::ReadTxn& txn, store::Space space);
void write_meta(store::WriteTxn& txn, store::Space space, const Meta& meta);

}  // namespace tools::text
