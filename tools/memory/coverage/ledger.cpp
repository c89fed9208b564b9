#include "tools/memory/coverage/ledger.hpp"

#include "store/error.hpp"
#include "store/table.hpp"
#include "tools/digest.hpp"

#include <algorithm>
#include <utility>

namespace tools::memory::coverage {
namespace {

using store::Key;
using store::Table;

constexpr store::Records<Source> source_records{Table::coverage_source};
constexpr store::Records<Mark> mark_records{Table::coverage_range};
constexpr store::Records<ImageMark> image_records{Table::coverage_image};

Key source_key(store::Space space, std::string_view name, Table table = Table::coverage_source) {
    return std::move(Key(space, table).text(digest(name)));
}

}  // namespace

void encode(const Source& source, store::Writer& to) {
    to.text(source.name).u8(static_cast<std::uint8_t>(source.unit)).varint(source.total);
    to.text(source.sha256).u64(static_cast<std::uint64_t>(source.first_ms));
    to.u64(static_cast<std::uint64_t>(source.last_ms)).varint(source.next_mark);
    to.varint(source.blank.size());
    std::uint64_t behind = 0;
    for (const Range& range : source.blank) {
        to.varint(range.from - behind).varint(range.to - range.from);
        behind = range.to;
    }
}

void decode(store::Reader& from, Source& source) {
    source.name = from.text();
    const std::uint8_t unit = from.u8();
    if (unit >= names(Unit{}).size()) throw store::Error(store::Code::corrupt, "an unknown unit");
    source.unit = static_cast<Unit>(unit);
    source.total = from.varint();
    source.sha256 = from.text();
    source.first_ms = static_cast<std::int64_t>(from.u64());
    source.last_ms = static_cast<std::int64_t>(from.u64());
    source.next_mark = from.varint();
    std::uint64_t behind = 0;
    for (std::uint64_t left = from.varint(); left > 0; --left) {
        const std::uint64_t first = behind + from.varint();
        behind = first + from.varint();
        source.blank.push_back({first, behind});
    }
}

void encode(const Mark& mark, store::Writer& to) {
    to.varint(mark.range.from).varint(mark.range.to).text(mark.skipped).text(mark.sha256);
    to.u64(static_cast<std::uint64_t>(mark.recorded_ms)).varint(mark.episodes.size());
    for (const std::string& episode : mark.episodes)
        to.text(episode);
}

void decode(store::Reader& from, Mark& mark) {
    mark.range.from = from.varint();
    mark.range.to = from.varint();
    mark.skipped = from.text();
    mark.sha256 = from.text();
    mark.recorded_ms = static_cast<std::int64_t>(from.u64());
    for (std::uint64_t left = from.varint(); left > 0; --left)
        mark.episodes.emplace_back(from.text());
}

void encode(const ImageMark& image, store::Writer& to) {
    to.text(image.path).u8(image.inspected ? 1 : 0).text(image.skipped);
}

void decode(store::Reader& from, ImageMark& image) {
    image.path = from.text();
    image.inspected = from.u8() != 0;
    image.skipped = from.text();
}

std::optional<Source> find_source(const store::ReadTxn& txn, store::Space space,
                                  std::string_view name) {
    return source_records.find(txn, source_key(space, name));
}

std::vector<Source> all_sources(const store::ReadTxn& txn, store::Space space) {
    std::vector<Source> out;
    source_records.scan(txn, Key(space, Table::coverage_source).range(), {},
                        [&](std::string_view /*key*/, Source source) {
                            out.push_back(std::move(source));
                            return true;
                        });
    return out;
}

std::vector<Mark> marks_of(const store::ReadTxn& txn, store::Space space, std::string_view source) {
    std::vector<Mark> out;
    mark_records.scan(txn, source_key(space, source, Table::coverage_range).range(), {},
                      [&](std::string_view key, Mark mark) {
                          store::Reader parts = store::parts(key);
                          parts.text();
                          mark.number = parts.u64();
                          out.push_back(std::move(mark));
                          return true;
                      });
    return out;
}

std::vector<ImageMark> images_of(const store::ReadTxn& txn, store::Space space,
                                 std::string_view source) {
    std::vector<ImageMark> out;
    image_records.scan(txn, source_key(space, source, Table::coverage_image).range(), {},
                       [&](std::string_view /*key*/, ImageMark image) {
                           out.push_back(std::move(image));
                           return true;
                       });
    std::sort(out.begin(), out.end(),
              [](const ImageMark& a, const ImageMark& b) { return a.path < b.path; });
    return out;
}

bool says_the_same(const Mark& a, const Mark& b) {
    return a.range == b.range && a.episodes == b.episodes && a.skipped == b.skipped &&
           a.sha256 == b.sha256;
}

void put_source(store::WriteTxn& txn, store::Space space, const Source& source) {
    source_records.put(txn, source_key(space, source.name), source);
}

void add_mark(store::WriteTxn& txn, store::Space space, Source& source, Mark mark) {
    const auto known = marks_of(txn, space, source.name);
    if (std::any_of(known.begin(), known.end(),
                    [&](const Mark& old) { return says_the_same(old, mark); }))
        return;
    if (known.size() >= most_marks)
        throw store::Error(store::Code::limit,
                           "a source has up to 20,000 marks: mark larger ranges");
    mark.number = source.next_mark++;
    put_mark(txn, space, source.name, mark);
}

void put_mark(store::WriteTxn& txn, store::Space space, std::string_view source, const Mark& mark) {
    mark_records.put(txn, source_key(space, source, Table::coverage_range).u64(mark.number), mark);
}

void put_image(store::WriteTxn& txn, store::Space space, std::string_view source,
               const ImageMark& image) {
    image_records.put(
        txn, source_key(space, source, Table::coverage_image).tail(digest(image.path)), image);
}

void drop_sources(store::WriteTxn& txn, store::Space space,
                  const std::optional<std::string>& name) {
    for (const Table table :
         {Table::coverage_range, Table::coverage_image, Table::coverage_source}) {
        const Key key = name ? source_key(space, *name, table) : Key(space, table);
        while (txn.erase_range(key.range()) == store::max_erased_keys) {
        }
    }
}

}  // namespace tools::memory::coverage
