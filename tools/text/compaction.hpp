#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/segment.hpp"
#include "tools/text/tail.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tools::text {

inline constexpr std::size_t tail_limit = 512;  ///< entries
inline constexpr std::size_t merge_width = 8;   ///< segments of a level

/// Makes a segment of documents, by number, that are in no tail from here on.
void add_segment(store::WriteTxn& txn, store::Space space, Meta& meta,
                 std::vector<TailEntry> entries);

/// Takes documents, each with all terms it was ever put with, out of every segment: those
/// that searches read, the one being merged into and those waiting to be erased.
void erase_documents(store::WriteTxn& txn, store::Space space, Meta& meta,
                     std::span<const TermOf> gone);

/// Empties a long tail: into a segment, or of its outdated entries only while the
/// space is small.
void fold(store::WriteTxn& txn, store::Space space, Meta& meta);

/// Does a slice of what is due: erasing dropped segments, merging. Who writes many
/// postings merges more of them, so that segments do not pile up. False when nothing
/// was due.
bool tidy(store::WriteTxn& txn, store::Space space, Meta& meta, std::size_t written = 0);

}  // namespace tools::text
