#include "tools/text/chunk.hpp"

#include "store/bytes.hpp"

#include <algorithm>

namespace tools::text {
namespace {

constexpr std::size_t chunk_postings = 400;

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

inline TermBytes read_term(Packed& from) {
    const std::uint8_t halves = from.u8();
    std::size_t shared = halves >> 4U;
    std::size_t size = halves & nibble;
    if (shared == nibble) shared += from.varint();
    if (size == nibble) size += from.varint();
    return {shared, from.raw(size)};
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

std::uint8_t largest(std::span<const Posting> postings) {
    return std::max_element(postings.begin(), postings.end(),
                            [](const Posting& a, const Posting& b) { return a.weight < b.weight; })
        ->weight;
}

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

std::string encoded_chunk(const Chunk& totals, std::span<const Posting> postings,
                          std::string_view before) {
    const std::size_t shared = shared_prefix(before, totals.term);
    store::Writer to;
    write_term(shared, std::string_view(totals.term).substr(shared), to);
    return to.raw(body_of(totals, postings)).take();
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

BlockReader::BlockReader(std::string_view block) {
    if (block.empty()) return;
    const std::size_t starts = 2U * static_cast<unsigned char>(block.back());
    block.remove_suffix(1);
    chunks_ = block.substr(0, block.size() - std::min(starts, block.size()));
    starts_ = block.substr(chunks_.size());
    rest_ = Packed(chunks_);
}

inline Packed BlockReader::take_body(bool& single) {
    const std::size_t size = rest_.varint();
    single = size == 0;
    if (!single) return Packed(rest_.raw(size));
    const Packed body = rest_;
    rest_.varint();
    rest_.u8();
    return body;
}

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

void BlockReader::skip_to(std::string_view term) {
    const auto start = [&](std::size_t i) {
        Packed at(starts_.substr(2 * i));
        const std::size_t high = at.u8();
        return chunks_.substr(std::min(high << 8U | at.u8(), chunks_.size()));
    };
    std::size_t low = 0, high = starts_.size() / 2;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        Packed at(start(middle));
        if (read_term(at).own < term)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0) rest_ = Packed(start(low - 1));
}

bool BlockReader::find(std::string_view term, std::uint64_t document) {
    skip_to(term);
    // Terms ascend, so the bytes they share with the one before decide most of them.
    std::size_t matched = 0;  // bytes the last term, which is smaller or equal, has in common
    while (!rest_.done()) {
        const auto [shared, own] = read_term(rest_);
        bool single = false;
        const Packed body = take_body(single);
        if (shared == 0)
            matched = 0;  // a whole term
        else if (shared < matched)
            return false;
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

}  // namespace tools::text
