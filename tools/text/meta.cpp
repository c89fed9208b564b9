#include "tools/text/meta.hpp"

#include "store/table.hpp"

#include <cstddef>

namespace tools::text {
namespace {

constexpr store::Records<Meta> records{store::Table::index_meta, 2};

void write(const std::vector<std::uint32_t>& numbers, store::Writer& to) {
    to.varint(numbers.size());
    for (const auto number : numbers)
        to.varint(number);
}

std::vector<std::uint32_t> read(store::Reader& from) {
    std::vector<std::uint32_t> out;
    for (std::uint64_t n = from.varint(); n > 0; --n)
        out.push_back(static_cast<std::uint32_t>(from.varint()));
    return out;
}

}  // namespace

void encode(const Meta& meta, store::Writer& to) {
    to.varint(meta.next_segment).varint(meta.parts.size());
    for (const auto& part : meta.parts)
        to.varint(part.segment).u8(part.level).varint(part.documents);
    to.u8(meta.merge ? 1 : 0);
    if (meta.merge) {
        to.varint(meta.merge->target).u8(meta.merge->level);
        to.text(meta.merge->reached.term).u64(meta.merge->reached.document);
        to.varint(meta.merge->with_term).u8(meta.merge->most);
        write(meta.merge->parts, to);
    }
    write(meta.dropped, to);
}

void decode(store::Reader& from, Meta& meta) {
    meta.next_segment = static_cast<std::uint32_t>(from.varint());
    for (std::uint64_t n = from.varint(); n > 0; --n) {
        Part part;
        part.segment = static_cast<std::uint32_t>(from.varint());
        part.level = from.u8();
        part.documents = from.varint();
        meta.parts.push_back(part);
    }
    if (from.u8() != 0) {
        auto& merge = meta.merge.emplace();
        merge.target = static_cast<std::uint32_t>(from.varint());
        merge.level = from.u8();
        merge.reached.term = from.text();
        merge.reached.document = from.u64();
        merge.with_term = from.varint();
        merge.most = from.u8();
        merge.parts = read(from);
    }
    meta.dropped = read(from);
}

Meta read_meta(const store::ReadTxn& txn, store::Space space) {
    return records.find(txn, store::Key(space, store::Table::index_meta)).value_or(Meta{});
}

void write_meta(store::WriteTxn& txn, store::Space space, const Meta& meta) {
    records.put(txn, store::Key(space, store::Table::index_meta), meta);
}

}  // namespace tools::text
