#pragma once

#include "store/bytes.hpp"
#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/coverage/ranges.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory::coverage {

inline constexpr std::uint64_t most_units = 100'000'000;  ///< of one source
inline constexpr std::size_t most_marks = 20'000;         ///< of one source

/// A source as it was when somebody last told of it.
struct Source {
    std::string name;  ///< its identity: path, address, title
    Unit unit = Unit::lines;
    std::uint64_t total = 0;  ///< units; 0 while nobody said it
    std::string sha256;       ///< of its content; "" while nobody said it
    Ranges blank;             ///< units that never count
    std::int64_t first_ms = 0, last_ms = 0;
    std::uint64_t next_mark = 1;
};

/// A range of a source that was worked on: by episodes, or skipped for a reason.
struct Mark {
    std::uint64_t number = 0;  ///< in its source, from 1
    Range range;
    std::vector<std::string> episodes;  ///< their ids
    std::string skipped;                ///< why; "" where it was processed
    std::string sha256;                 ///< of the source at that time, or ""
    std::int64_t recorded_ms = 0;
};

/// An image that a source refers to, and what became of it.
struct ImageMark {
    std::string path;
    bool inspected = false;
    std::string skipped;  ///< why it was not
};

void encode(const Source& source, store::Writer& to);
void decode(store::Reader& from, Source& source);
void encode(const Mark& mark, store::Writer& to);
void decode(store::Reader& from, Mark& mark);
void encode(const ImageMark& image, store::Writer& to);
void decode(store::Reader& from, ImageMark& image);

std::optional<Source> find_source(const store::ReadTxn& txn, store::Space space,
                                  std::string_view name);

/// Every source of a dataspace, in no order that means anything.
std::vector<Source> all_sources(const store::ReadTxn& txn, store::Space space);

std::vector<Mark> marks_of(const store::ReadTxn& txn, store::Space space, std::string_view source);
std::vector<ImageMark> images_of(const store::ReadTxn& txn, store::Space space,
                                 std::string_view source);

void put_source(store::WriteTxn& txn, store::Space space, const Source& source);

/// Keeps a mark under the next number of its source; one that says the same as an
/// older one changes nothing. Throws limit past 20,000 marks.
void add_mark(store::WriteTxn& txn, store::Space space, Source& source, Mark mark);

/// Keeps a mark under the number it has.
void put_mark(store::WriteTxn& txn, store::Space space, std::string_view source, const Mark& mark);

bool says_the_same(const Mark& a, const Mark& b);

/// Keeps what became of an image; a later word replaces an earlier one.
void put_image(store::WriteTxn& txn, store::Space space, std::string_view source,
               const ImageMark& image);

/// Drops all that is known of a source, or of every one (LM14).
void drop_sources(store::WriteTxn& txn, store::Space space, const std::optional<std::string>& name);

}  // namespace tools::memory::coverage
