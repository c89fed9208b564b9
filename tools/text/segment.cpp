#include "tools/text/segment.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <optional>

namespace tools::text {
namespace {

constexpr std::uint8_t segment_version = 1;
constexpr auto table = store::Table::index_segment;
constexpr std::size_t chunk_postings = 400;
constexpr std::size_t segment_block_size =
    1'900;  ///< bytes: as much as the engine keeps inside a leaf page

store::Key segment_key(store::Space space, std::uint32_t segment) {
    return store::Key(space, table).u32(segment);
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

struct Found {
    std::string_view key, block;
};

/// The first block of a range.
std::optional<Found> first_block(const store::ReadTxn& txn, const store::Range& range) {
    std::optional<Found> out;
    txn.scan(range, {.limit = 1}, [&](std::string_view key, std::string_view record) {
        out = {key, store::unseal(key, record, table, segment_version)};
        return false;
    });
    return out;
}

std::uint8_t largest(std::span<const Posting> postings) {
    return std::max_element(postings.begin(), postings.end(),
                            [](const Posting& a, const Posting& b) { return a.weight < b.weight; })
        ->weight;
}

std::string encoded(const Chunk& totals, std::span<const Posting> postings) {
    const bool only = totals.with_term == postings.size();
    store::Writer to;
    to.varint(postings.size() << 1U | (only ? 1U : 0U)).varint(postings.front().document);
    if (postings.size() > 1) to.varint(postings.back().document - postings.front().document);
    to.u8(largest(postings));
    if (!only) to.varint(totals.with_term).u8(totals.most);
    to.u8(postings.front().weight);
    for (std::size_t i = 1; i < postings.size(); ++i)
        to.varint(postings[i].document - postings[i - 1].document).u8(postings[i].weight);
    return to.take();
}

std::size_t shared_prefix(std::string_view a, std::string_view b) {
    return static_cast<std::size_t>(
        std::mismatch(a.begin(),
                      a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                      b.begin())
            .first -
        a.begin());
}

}  // namespace

SegmentPlace::SegmentPlace(store::Space space, std::uint32_t segment)
    : prefix(segment_key(space, segment).str()), end(store::prefix_range(prefix).high) {}

bool BlockReader::next() {
    if (rest_.done()) return false;
    const std::size_t shared = rest_.varint();
    chunk_.term.resize(std::min(shared, chunk_.term.size()));
    chunk_.term += rest_.text();
    unpack(Packed(rest_.text()));
    return true;
}

void BlockReader::unpack(Packed body) {
    const std::uint64_t head = body.varint();
    const bool only = (head & 1U) != 0;
    chunk_.count = static_cast<std::uint32_t>(head >> 1U);
    chunk_.first = body.varint();
    chunk_.last = chunk_.first + (chunk_.count > 1 ? body.varint() : 0);
    chunk_.most_here = body.u8();
    chunk_.with_term = only ? chunk_.count : body.varint();
    chunk_.most = only ? chunk_.most_here : body.u8();
    chunk_.deltas = body.rest();
}

bool BlockReader::find(std::string_view term, std::uint64_t document) {
    // Terms ascend, so the bytes they share with the one before decide most of them.
    std::size_t matched = 0;  // bytes the last term, which is smaller or equal, has in common
    while (!rest_.done()) {
        const std::size_t shared = rest_.varint();
        const std::string_view own = rest_.text();
        const Packed body(rest_.text());
        if (shared < matched) return false;
        if (shared > matched) continue;
        const std::size_t more = shared_prefix(own, term.substr(matched));
        matched += more;
        const bool ended = more == own.size();
        if (matched == term.size()) {
            if (!ended) return false;
            unpack(body);
            if (chunk_.last < document) continue;
            chunk_.term = term;
            return true;
        }
        if (!ended &&
            static_cast<unsigned char>(own[more]) > static_cast<unsigned char>(term[matched]))
            return false;
    }
    return false;
}

void SegmentWriter::add(std::string_view term, std::span<const Posting> postings) {
    Chunk totals;
    totals.term = term;
    totals.with_term = postings.size();
    totals.most = largest(postings);
    while (!postings.empty()) {
        const std::size_t n = std::min(postings.size(), chunk_postings);
        add_chunk(totals, postings.first(n));
        postings = postings.subspan(n);
    }
}

void SegmentWriter::add_chunk(const Chunk& totals, std::span<const Posting> postings) {
    const std::string body = encoded(totals, postings);
    const auto write = [&](std::string_view before) {
        const std::size_t shared = shared_prefix(before, totals.term);
        store::Writer to;
        to.varint(shared).text(std::string_view(totals.term).substr(shared)).text(body);
        return to.take();
    };
    std::string bytes = write(block_.empty() ? std::string_view() : std::string_view(term_));
    if (!block_.empty() && block_.size() + bytes.size() > segment_block_size) {
        finish();
        bytes = write({});
    }
    block_ += bytes;
    term_ = totals.term;
    last_ = postings.back().document;
}

void SegmentWriter::finish() {
    if (block_.empty()) return;
    const auto key = block_key(segment_key(space_, segment_).str(), term_, last_);
    txn_->put(key, store::seal(key, segment_version, block_));
    block_.clear();
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

std::vector<Posting> postings(const Chunk& chunk) {
    std::vector<Posting> out;
    out.reserve(chunk.count);
    Packed from(chunk.deltas);
    out.push_back({chunk.first, from.u8()});
    while (!from.done()) {
        const std::uint64_t document = out.back().document + from.varint();
        out.push_back({document, from.u8()});
    }
    return out;
}

SegmentReader::SegmentReader(const store::ReadTxn& txn, store::Space space, std::uint32_t segment,
                             std::string_view after)
    : txn_(&txn), place_(space, segment) {
    store::Writer behind;
    behind.raw(after);
    if (!after.empty()) behind.u8(1);  // behind every chunk of that term, before the next one
    low_ = place_.prefix + behind.str();
    load();
    while (!done_ && chunk().term <= after && !after.empty())
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

/// True when a chunk holds one of the documents.
bool holds_any(const Chunk& chunk, std::span<const std::uint64_t> documents) {
    const auto first = std::lower_bound(documents.begin(), documents.end(), chunk.first);
    if (first == documents.end() || *first > chunk.last) return false;
    const auto all = postings(chunk);
    return std::any_of(all.begin(), all.end(),
                       [&](const Posting& one) { return among(documents, one.document); });
}

struct OldBlock {
    std::string key, bytes;
};

/// The blocks that hold postings of the documents.
std::vector<OldBlock> blocks_with(const store::ReadTxn& txn, const SegmentPlace& place,
                                  std::span<const std::uint64_t> documents) {
    std::vector<OldBlock> out;
    txn.scan({place.prefix, place.end}, {}, [&](std::string_view key, std::string_view record) {
        const std::string_view bytes = store::unseal(key, record, table, segment_version);
        for (BlockReader reader(bytes); reader.next();) {
            if (!holds_any(reader.chunk(), documents)) continue;
            out.push_back({std::string(key), std::string(bytes)});
            break;
        }
        return true;
    });
    return out;
}

}  // namespace

void erase_postings(store::WriteTxn& txn, store::Space space, std::uint32_t segment,
                    std::span<const std::uint64_t> documents) {
    for (const OldBlock& old : blocks_with(txn, SegmentPlace(space, segment), documents)) {
        txn.erase(old.key);
        SegmentWriter writer(txn, space, segment);
        for (BlockReader reader(old.bytes); reader.next();) {
            auto left = postings(reader.chunk());
            std::erase_if(left, [&](const Posting& one) { return among(documents, one.document); });
            if (!left.empty()) writer.add_chunk(reader.chunk(), left);
        }
        writer.finish();
    }
}

bool drop_segment(store::WriteTxn& txn, store::Space space, std::uint32_t segment) {
    return txn.erase_range(segment_key(space, segment).range()) < store::max_erased_keys;
}

}  // namespace tools::text
