#include "tools/text/live.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tools::text {
namespace {

constexpr std::uint8_t live_version = 1;
constexpr std::size_t block_bits = 1'024;
constexpr auto table = store::Table::index_document;

store::Key key_of(store::Space space, std::uint64_t block, std::uint32_t segment) {
    return store::Key(space, table).u64(block).u32(segment);
}

bool has(std::string_view bits, std::uint64_t document) {
    const std::size_t i = document % block_bits;
    return (static_cast<unsigned char>(bits[i / 8]) >> (i % 8) & 1U) != 0;
}

void flip(std::string& bits, std::uint64_t document) {
    const std::size_t i = document % block_bits;
    bits[i / 8] = static_cast<char>(static_cast<unsigned char>(bits[i / 8]) ^ 1U << (i % 8));
}

std::size_t count(std::string_view bits) {
    std::size_t out = 0;
    for (const char byte : bits)
        out += static_cast<std::size_t>(std::popcount(static_cast<unsigned char>(byte)));
    return out;
}

std::string_view open(std::string_view key, std::string_view record) {
    const auto bits = store::unseal(key, record, table, live_version);
    if (bits.size() != block_bits / 8) store::throw_corrupt(table, key, "its bits are cut off");
    return bits;
}

void write(store::WriteTxn& txn, const store::Key& key, std::string_view bits) {
    if (count(bits) == 0)
        txn.erase(key.str());
    else
        txn.put(key.str(), store::seal(key.str(), live_version, bits));
}

std::string bits_at(const store::ReadTxn& txn, const store::Key& key) {
    const auto record = txn.get(key.str());
    return record ? std::string(open(key.str(), *record)) : std::string(block_bits / 8, '\0');
}

/// Calls visit(block, documents) for each block that ascending documents fall into.
template <class F>
void each_block(std::span<const std::uint64_t> documents, F visit) {
    while (!documents.empty()) {
        const std::uint64_t block = documents.front() / block_bits;
        std::size_t n = 1;
        while (n < documents.size() && documents[n] / block_bits == block)
            ++n;
        visit(block, documents.first(n));
        documents = documents.subspan(n);
    }
}

using Bits = std::map<std::uint32_t, std::string>;

/// The bits of all segments in one block.
Bits block_of(const store::ReadTxn& txn, store::Space space, std::uint64_t block) {
    Bits out;
    txn.scan(store::Key(space, table).u64(block).range(), {},
             [&](std::string_view key, std::string_view record) {
                 auto parts = store::parts(key);
                 parts.u64();
                 out[parts.u32()] = open(key, record);
                 return true;
             });
    return out;
}

}  // namespace

std::optional<std::uint32_t> Live::segment_of(const store::ReadTxn& txn,
                                              std::uint64_t document) const {
    std::optional<std::uint32_t> out;
    txn.scan(store::Key(space_, table).u64(document / block_bits).range(), {},
             [&](std::string_view key, std::string_view record) {
                 auto parts = store::parts(key);
                 parts.u64();
                 if (has(open(key, record), document)) out = parts.u32();
                 return !out;
             });
    return out;
}

void Live::set(store::WriteTxn& txn, std::uint32_t segment,
               std::span<const std::uint64_t> documents) const {
    each_block(documents, [&](std::uint64_t block, std::span<const std::uint64_t> inside) {
        const auto key = key_of(space_, block, segment);
        std::string bits = bits_at(txn, key);
        for (const auto document : inside)
            if (!has(bits, document)) flip(bits, document);
        write(txn, key, bits);
    });
}

std::map<std::uint32_t, std::size_t> Live::clear(store::WriteTxn& txn,
                                                 std::span<const std::uint64_t> documents) const {
    std::map<std::uint32_t, std::size_t> lost;
    each_block(documents, [&](std::uint64_t block, std::span<const std::uint64_t> inside) {
        for (auto& [segment, bits] : block_of(txn, space_, block)) {
            const std::size_t before = count(bits);
            for (const auto document : inside)
                if (has(bits, document)) flip(bits, document);
            const std::size_t gone = before - count(bits);
            if (gone == 0) continue;
            lost[segment] += gone;
            write(txn, key_of(space_, block, segment), bits);
        }
    });
    return lost;
}

std::size_t Live::move(store::WriteTxn& txn, std::span<const std::uint32_t> from,
                       std::uint32_t to) const {
    std::map<std::uint64_t, std::string> merged;
    std::vector<std::string> gone;
    txn.scan(store::Key(space_, table).range(), {},
             [&](std::string_view key, std::string_view record) {
                 auto parts = store::parts(key);
                 const std::uint64_t block = parts.u64();
                 if (std::find(from.begin(), from.end(), parts.u32()) == from.end()) return true;
                 auto& bits = merged.try_emplace(block, block_bits / 8, '\0').first->second;
                 const auto more = open(key, record);
                 for (std::size_t i = 0; i < bits.size(); ++i)
                     bits[i] = static_cast<char>(static_cast<unsigned char>(bits[i]) |
                                                 static_cast<unsigned char>(more[i]));
                 gone.emplace_back(key);
                 return true;
             });
    for (const auto& key : gone)
        txn.erase(key);
    std::size_t documents = 0;
    for (const auto& [block, bits] : merged) {
        write(txn, key_of(space_, block, to), bits);
        documents += count(bits);
    }
    return documents;
}

bool LiveIn::operator()(std::uint64_t document) {
    const std::uint64_t block = document / block_bits;
    if (block_ != block) {
        block_ = block;
        const auto known = blocks_.find(block);
        bits_ = known != blocks_.end() ? known->second : blocks_[block] = read(block);
    }
    return !bits_.empty() && has(bits_, document);
}

std::string_view LiveIn::read(std::uint64_t block) const {
    const auto key = key_of(space_, block, segment_);
    const auto record = txn_->get(key.str());
    return record ? open(key.str(), *record) : std::string_view();
}

}  // namespace tools::text
