#include "tools/text/segment.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace tools::text {
namespace {

constexpr std::uint8_t segment_version = 3;
constexpr auto segments = store::Table::index_segment;
constexpr std::size_t whole_term_each = 32;  ///< chunks
constexpr std::size_t least_postings = 40;   ///< of a chunk that only fills a block up

store::Key segment_key(store::Space space, std::uint32_t segment) {
    return store::Key(space, segments).u32(segment);
}

/// The key of a block behind a segment's prefix. Sorts by term, then by document: terms
/// hold no NUL.
std::string block_key(std::string_view prefix, std::string_view term, std::uint64_t last) {
    std::string out;
    out.reserve(prefix.size() + term.size() + 1 + sizeof last);
    ((out += prefix) += term) += '\0';
    for (unsigned shift = 64; shift > 0; shift -= 8)
        out += static_cast<char>(last >> (shift - 8));
    return out;
}

struct FoundBlock {
    std::string_view key, block;
};

/// The first block of a range.
std::optional<FoundBlock> first_block(const store::ReadTxn& txn, const store::Range& range) {
    std::optional<FoundBlock> out;
    txn.scan(range, {.limit = 1}, [&](std::string_view key, std::string_view record) {
        out = {key, store::unseal(key, record, segments, segment_version)};
        return false;
    });
    return out;
}

}  // namespace

SegmentPlace::SegmentPlace(store::Space space, std::uint32_t segment)
    : prefix(segment_key(space, segment).str()), end(store::prefix_range(prefix).high) {}

void SegmentWriter::add(std::string_view term, std::span<const Posting> postings) {
    Chunk totals;
    totals.term = term;
    totals.with_term = postings.size();
    totals.most = largest(postings);
    add(totals, postings);
}

void SegmentWriter::add(const Chunk& totals, std::span<const Posting> postings) {
    while (!postings.empty()) {
        const std::size_t used = block_.size() + totals.term.size();
        std::size_t n = fitting(postings, room() - std::min(used, room()));
        if (n < std::min(postings.size(), least_postings)) {
            finish();
            n = fitting(postings, room() - totals.term.size());
        }
        add_chunk(totals, postings.first(n));
        postings = postings.subspan(n);
    }
}

std::string SegmentWriter::encoded(const Chunk& totals, std::span<const Posting> postings) const {
    const bool whole = chunks_ % whole_term_each == 0;
    return encoded_chunk(totals, postings, whole ? std::string_view() : std::string_view(term_));
}

void SegmentWriter::add_chunk(const Chunk& totals, std::span<const Posting> postings) {
    std::string bytes = encoded(totals, postings);
    if (!block_.empty() && block_.size() + bytes.size() > room()) {
        finish();
        bytes = encoded(totals, postings);
    }
    if (chunks_ > 0 && chunks_ % whole_term_each == 0)
        starts_.push_back(static_cast<std::uint16_t>(block_.size()));
    ++chunks_;
    block_ += bytes;
    term_ = totals.term;
    last_ = postings.back().document;
}

std::size_t SegmentWriter::room() const {
    return store::page_record - 1 - 2 * (starts_.size() + 1);
}

void SegmentWriter::finish() {
    if (block_.empty()) return;
    store::Writer to;
    to.raw(block_);
    for (const std::uint16_t start : starts_)
        to.u16(start);
    to.u8(static_cast<std::uint8_t>(starts_.size()));
    const auto key = block_key(segment_key(space_, segment_).str(), term_, last_);
    txn_->put(key, store::seal(key, segment_version, to.str()));
    block_.clear();
    starts_.clear();
    chunks_ = 0;
}

Cursor::Cursor(const store::ReadTxn& txn, const SegmentPlace& place, std::string_view term)
    : txn_(&txn), place_(&place), term_(term) {
    load(0);
    if (!done_) start();
}

void Cursor::load(std::uint64_t document) {
    const auto found =
        first_block(*txn_, {block_key(place_->prefix, term_, document), place_->end});
    done_ = true;
    if (!found) return;
    BlockReader reader(found->block);
    done_ = !reader.find(term_, document);
    if (done_) return;
    chunk_ = reader.chunk();
    started_ = false;
}

void Cursor::start() {
    rest_ = Packed(chunk_.deltas);
    document_ = chunk_.first;
    weight_ = rest_.u8();
    started_ = true;
}

void Cursor::next() {
    if (done_) return;
    if (!started_) start();
    if (!rest_.done()) {
        document_ += rest_.varint();
        weight_ = rest_.u8();
        return;
    }
    load_next(chunk_.last + 1);
    if (!done_) start();
}

void Cursor::load_next(std::uint64_t document) {
    const bool only = chunk_.count == chunk_.with_term;
    if (only)
        done_ = true;
    else
        load(document);
}

void Cursor::reach(std::uint64_t document) {
    if (!done_ && chunk_.last < document) load_next(document);
}

void Cursor::seek(std::uint64_t document) {
    reach(document);
    if (done_) return;
    if (!started_) start();
    while (!done_ && document_ < document)
        next();
}

SegmentReader::SegmentReader(const store::ReadTxn& txn, store::Space space, std::uint32_t segment,
                             const Reached& reached)
    : txn_(&txn), place_(space, segment), low_(place_.prefix) {
    if (!reached.term.empty()) low_ = block_key(place_.prefix, reached.term, reached.document);
    load();
    const auto passed = [&] {
        const int order = chunk().term.compare(reached.term);
        return order < 0 || (order == 0 && chunk().last <= reached.document);
    };
    while (!done_ && !reached.term.empty() && passed())
        next();
}

void SegmentReader::load() {
    const auto found = first_block(*txn_, {low_, place_.end});
    done_ = !found;
    if (done_) return;
    (low_ = found->key) += '\0';
    reader_ = BlockReader(found->block);
    done_ = !reader_.next();
}

void SegmentReader::next() {
    if (!reader_.next()) load();
}

namespace {

bool among(std::span<const std::uint64_t> documents, std::uint64_t document) {
    return std::binary_search(documents.begin(), documents.end(), document);
}

/// The keys of the blocks that hold these terms of documents.
std::set<std::string> blocks_with(const store::ReadTxn& txn, const SegmentPlace& place,
                                  std::span<const TermOf> gone) {
    std::set<std::string> out;
    for (const TermOf& one : gone) {
        const auto found =
            first_block(txn, {block_key(place.prefix, one.term, one.document), place.end});
        if (!found || out.contains(std::string(found->key))) continue;
        BlockReader reader(found->block);
        if (reader.find(one.term, one.document) && reader.chunk().first <= one.document)
            out.emplace(found->key);
    }
    return out;
}

}  // namespace

std::vector<std::uint64_t> documents_in(std::span<const TermOf> terms) {
    std::vector<std::uint64_t> out;
    for (const TermOf& one : terms)
        out.push_back(one.document);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

void erase_postings(store::WriteTxn& txn, store::Space space, std::uint32_t segment,
                    std::span<const TermOf> gone) {
    const std::vector<std::uint64_t> documents = documents_in(gone);
    for (const std::string& key : blocks_with(txn, SegmentPlace(space, segment), gone)) {
        const std::string block(store::unseal(key, *txn.get(key), segments, segment_version));
        txn.erase(key);
        SegmentWriter writer(txn, space, segment);
        for (BlockReader reader(block); reader.next();) {
            auto left = postings(reader.chunk());
            std::erase_if(left, [&](const Posting& one) { return among(documents, one.document); });
            if (!left.empty()) writer.add(reader.chunk(), left);
        }
        writer.finish();
    }
}

std::size_t drop_segment(store::WriteTxn& txn, store::Space space, std::uint32_t segment,
                         std::size_t most) {
    std::vector<std::string> keys;
    txn.scan(segment_key(space, segment).range(), {.limit = most},
             [&](std::string_view key, std::string_view) {
                 keys.emplace_back(key);
                 return true;
             });
    for (const std::string& key : keys)
        txn.erase(key);
    return keys.size();
}

}  // namespace tools::text
