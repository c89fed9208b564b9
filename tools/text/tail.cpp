#include "tools/text/tail.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"
#include "tools/text/hash.hpp"
#include "tools/text/packed.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tools::text {
namespace {

constexpr std::uint8_t tail_version = 1;
constexpr std::size_t tail_block_size =
    1'900;  ///< bytes: as much as the engine keeps inside a leaf page

enum Flag : std::uint8_t { removed = 1, replaces = 2 };

/// Entries of the tail up to and with this block, then the entries.
struct Block {
    std::uint32_t number = 0;
    std::uint64_t entries = 0;
    std::string bytes;
};

store::Range all_blocks(store::Space space) {
    return store::Key(space, store::Table::index_tail).range();
}

Block open_block(std::string_view key, std::string_view record) {
    store::Reader from(store::unseal(key, record, store::Table::index_tail, tail_version));
    Block out;
    out.number = store::parts(key).u32();
    out.entries = from.varint();
    out.bytes = from.rest();
    return out;
}

std::optional<Block> last_block(const store::ReadTxn& txn, store::Space space) {
    std::optional<Block> out;
    txn.scan(all_blocks(space), {.limit = 1, .reverse = true},
             [&](std::string_view key, std::string_view record) {
                 out = open_block(key, record);
                 return false;
             });
    return out;
}

void write(store::WriteTxn& txn, store::Space space, const Block& block) {
    const auto key = store::Key(space, store::Table::index_tail).u32(block.number);
    store::Writer to;
    to.varint(block.entries).raw(block.bytes);
    txn.put(key.str(), store::seal(key.str(), tail_version, to.str()));
}

std::string encoded(const TailEntry& entry) {
    const auto flags = (entry.removed ? Flag::removed : 0) | (entry.replaces ? Flag::replaces : 0);
    store::Writer to;
    to.varint(entry.document).u8(static_cast<std::uint8_t>(flags)).varint(entry.terms.size());
    for (const auto& term : entry.terms)
        to.u32(hash32(term.term));
    for (const auto& term : entry.terms)
        to.u8(term.weight);
    store::Writer terms;
    for (const auto& term : entry.terms)
        terms.text(term.term);
    to.text(terms.str());
    return to.take();
}

/// Takes a document's entry out of a block; true if there was one.
bool drop(Block& block, std::uint64_t document) {
    for (std::string_view rest = block.bytes; !rest.empty();) {
        const TailView view(rest);
        if (view.document() != document) continue;
        const auto at = static_cast<std::size_t>(view.bytes().data() - block.bytes.data());
        block.bytes.erase(at, view.bytes().size());
        return true;
    }
    return false;
}

}  // namespace

TailView::TailView(std::string_view& block) {
    Packed from(block);
    document_ = from.varint();
    const auto flags = from.u8();
    removed_ = (flags & Flag::removed) != 0;
    replaces_ = (flags & Flag::replaces) != 0;
    size_ = from.varint();
    hashes_ = from.raw(4 * size_);
    weights_ = from.raw(size_);
    terms_ = from.text();
    if (hashes_.size() < 4 * size_ || weights_.size() < size_) size_ = 0;
    bytes_ = block.substr(0, block.size() - from.rest().size());
    block = from.rest();
}

std::string_view TailView::Terms::at(std::size_t i) {
    Packed from(rest_);
    for (; read_ <= i; ++read_)
        term_ = from.text();
    rest_ = from.rest();
    return term_;
}

TailEntry TailView::entry() const {
    TailEntry out{document_, removed_, replaces_, {}};
    out.terms.reserve(size_);
    Packed from(terms_);
    for (std::size_t i = 0; i < size_; ++i)
        out.terms.push_back({std::string(from.text()), weight(i)});
    return out;
}

std::size_t Tail::add(store::WriteTxn& txn, const TailEntry& entry) const {
    Block block = last_block(txn, space_).value_or(Block{});
    const std::string bytes = encoded(entry);
    if (!drop(block, entry.document)) ++block.entries;
    if (!block.bytes.empty() && block.bytes.size() + bytes.size() > tail_block_size) {
        ++block.number;
        block.bytes.clear();
    }
    block.bytes += bytes;
    write(txn, space_, block);
    return block.entries;
}

void Tail::scan(const store::ReadTxn& txn,
                const std::function<void(const TailView&)>& visit) const {
    txn.scan(
        all_blocks(space_), {.reverse = true}, [&](std::string_view key, std::string_view record) {
            store::Reader from(store::unseal(key, record, store::Table::index_tail, tail_version));
            from.varint();
            for (std::string_view rest = from.rest(); !rest.empty();)
                visit(TailView(rest));
            return true;
        });
}

std::vector<TailEntry> Tail::current(const store::ReadTxn& txn) const {
    std::map<std::uint64_t, TailEntry> newest;
    scan(txn, [&](const TailView& view) {
        if (!newest.contains(view.document())) newest.emplace(view.document(), view.entry());
    });
    std::vector<TailEntry> out;
    out.reserve(newest.size());
    for (auto& [document, entry] : newest)
        out.push_back(std::move(entry));
    return out;
}

void Tail::rewrite(store::WriteTxn& txn, std::span<const TailEntry> entries) const {
    while (txn.erase_range(all_blocks(space_)) == store::max_erased_keys) {
    }
    for (const auto& entry : entries)
        add(txn, entry);
}

}  // namespace tools::text
