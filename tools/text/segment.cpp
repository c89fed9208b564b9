#include "tools/text/segment.hpp"

#include "store/bytes.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace tools::text {
namespace {

constexpr std::uint8_t segment_version = 2;
constexpr auto segments = store::Table::index_segment;
constexpr std::size_t chunk_postings = 400;
constexpr std::size_t least_postings = 40;  ///< of a chunk that only fills a block up

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

std::uint8_t largest(std::span<const Posting> postings) {
    return std::max_element(postings.begin(), postings.end(),
                            [](const Posting& a, const Posting& b) { return a.weight < b.weight; })
        ->weight;
}

/// A term's chunk behind its length; the one posting of a term behind a zero.
std::string body_of(const Chunk& totals, std::span<const Posting> postings) {
    const bool only = totals.with_term == postings.size();
    store::Writer to, sized;
    if (only && postings.size() == 1)
        return to.u8(0).varint(postings[0].document).u8(postings[0].weight).take();
    to.varint(postings.size() << 1U | (only ? 1U : 0U)).varint(postings.front().document);
    if (postings.size() > 1) to.varint(postings.back().document - postings.front().document);
    to.u8(largest(postings));
    if (!only) to.varint(totals.with_term).u8(totals.most);
    to.u8(postings.front().weight);
    for (std::size_t i = 1; i < postings.size(); ++i)
        to.varint(postings[i].document - postings[i - 1].document).u8(postings[i].weight);
    return sized.text(to.str()).take();
}

constexpr std::size_t nibble = 15;  ///< the largest number in half a byte: more follows

/// What a term shares with the one before and its own bytes: both lengths in one byte
/// where they are short.
void write_term(std::size_t shared, std::string_view own, store::Writer& to) {
    const auto half = [](std::size_t n) { return static_cast<unsigned>(std::min(n, nibble)); };
    to.u8(static_cast<std::uint8_t>(half(shared) << 4U | half(own.size())));
    for (const std::size_t n : {shared, own.size()})
        if (n >= nibble) to.varint(n - nibble);
    to.raw(own);
}

struct TermBytes {
    std::size_t shared;
    std::string_view own;
};

TermBytes read_term(Packed& from) {
    const std::uint8_t halves = from.u8();
    std::size_t shared = halves >> 4U;
    std::size_t size = halves & nibble;
    if (shared == nibble) shared += from.varint();
    if (size == nibble) size += from.varint();
    return {shared, from.raw(size)};
}

/// How many postings fit into so many bytes.
std::size_t fitting(std::span<const Posting> postings, std::size_t room) {
    constexpr std::size_t head = 40;  ///< bytes of a chunk beside its term and postings
    std::size_t bytes = head;
    std::size_t n = 0;
    while (n < std::min(postings.size(), chunk_postings)) {
        const std::uint64_t step = n == 0 ? 0 : postings[n].document - postings[n - 1].document;
        bytes += 2U;
        for (std::uint64_t rest = step >> 7U; rest > 0; rest >>= 7U)
            ++bytes;
        if (bytes > room) break;
        ++n;
    }
    return n;
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
    const TermBytes term = read_term(rest_);
    chunk_.term.resize(std::min(term.shared, chunk_.term.size()));
    chunk_.term += term.own;
    bool single = false;
    const Packed body = take_body(single);
    unpack(body, single);
    return true;
}

Packed BlockReader::take_body(bool& single) {
    const std::size_t size = rest_.varint();
    single = size == 0;
    if (!single) return Packed(rest_.raw(size));
    const Packed body = rest_;
    rest_.varint();
    rest_.u8();
    return body;
}

void BlockReader::unpack(Packed body, bool single) {
    const std::uint64_t head = single ? 3U : body.varint();
    const bool only = (head & 1U) != 0;
    chunk_.count = static_cast<std::uint32_t>(head >> 1U);
    chunk_.first = body.varint();
    chunk_.last = chunk_.first + (chunk_.count > 1 ? body.varint() : 0);
    if (single) {
        chunk_.deltas = body.raw(1);
        chunk_.most_here = Packed(chunk_.deltas).u8();
    } else {
        chunk_.most_here = body.u8();
    }
    chunk_.with_term = only ? chunk_.count : body.varint();
    chunk_.most = only ? chunk_.most_here : body.u8();
    if (!single) chunk_.deltas = body.rest();
}

bool BlockReader::find(std::string_view term, std::uint64_t document) {
    // Terms ascend, so the bytes they share with the one before decide most of them.
    std::size_t matched = 0;  // bytes the last term, which is smaller or equal, has in common
    while (!rest_.done()) {
        const auto [shared, own] = read_term(rest_);
        bool single = false;
        const Packed body = take_body(single);
        if (shared < matched) return false;
        if (shared > matched) continue;
        const std::size_t more = shared_prefix(own, term.substr(matched));
        matched += more;
        const bool ended = more == own.size();
        if (matched == term.size()) {
            if (!ended) return false;
            unpack(body, single);
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
    add(totals, postings);
}

void SegmentWriter::add(const Chunk& totals, std::span<const Posting> postings) {
    while (!postings.empty()) {
        const std::size_t used = block_.size() + totals.term.size();
        std::size_t n = fitting(postings, store::page_record - std::min(used, store::page_record));
        if (n < std::min(postings.size(), least_postings)) {
            finish();
            n = fitting(postings, store::page_record - totals.term.size());
        }
        add_chunk(totals, postings.first(n));
        postings = postings.subspan(n);
    }
}

std::string SegmentWriter::encoded(const Chunk& totals, std::span<const Posting> postings) const {
    const std::size_t shared = block_.empty() ? 0 : shared_prefix(term_, totals.term);
    store::Writer to;
    write_term(shared, std::string_view(totals.term).substr(shared), to);
    return to.raw(body_of(totals, postings)).take();
}

void SegmentWriter::add_chunk(const Chunk& totals, std::span<const Posting> postings) {
    std::string bytes = encoded(totals, postings);
    if (!block_.empty() && block_.size() + bytes.size() > store::page_record) {
        finish();
        bytes = encoded(totals, postings);
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

bool drop_segment(store::WriteTxn& txn, store::Space space, std::uint32_t segment) {
    constexpr std::size_t slice_blocks = 500;
    std::vector<std::string> keys;
    txn.scan(segment_key(space, segment).range(), {.limit = slice_blocks},
             [&](std::string_view key, std::string_view) {
                 keys.emplace_back(key);
                 return true;
             });
    for (const std::string& key : keys)
        txn.erase(key);
    return keys.size() < slice_blocks;
}

}  // namespace tools::text
