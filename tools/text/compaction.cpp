#include "tools/text/compaction.hpp"

#include "tools/text/live.hpp"
#include "tools/text/merge.hpp"
#include "tools/text/segment.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tools::text {
namespace {

/// What one write copies, in postings: about two milliseconds.
constexpr std::size_t slice_work = 12'000;
constexpr std::size_t merged_a_posting = 20;  ///< work for each one written: most terms are rare
constexpr std::size_t slice_blocks = 500;     ///< what one write erases

std::uint8_t level_of(std::size_t documents) {
    std::uint8_t level = 0;
    for (std::size_t most = merge_width * tail_limit; documents >= most; most *= merge_width)
        ++level;
    return level;
}

/// A term of a document that goes into a segment.
struct Occurrence {
    std::uint64_t start;  ///< of the term, as a number that sorts alike
    const std::string* term;
    Posting posting;
};

std::uint64_t start_of(const std::string& term) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < sizeof out; ++i)
        out = out << 8U | (i < term.size() ? static_cast<unsigned char>(term[i]) : 0U);
    return out;
}

std::vector<Occurrence> occurrences(const std::vector<TailEntry>& entries) {
    std::vector<Occurrence> out;
    for (const auto& entry : entries)
        for (const auto& term : entry.terms)
            out.push_back({start_of(term.term), &term.term, {entry.document, term.weight}});
    std::sort(out.begin(), out.end(), [](const Occurrence& a, const Occurrence& b) {
        if (a.start != b.start) return a.start < b.start;
        const int order = a.term->compare(*b.term);
        return order != 0 ? order < 0 : a.posting.document < b.posting.document;
    });
    return out;
}

void write_postings(store::WriteTxn& txn, store::Space space, std::uint32_t segment,
                    const std::vector<TailEntry>& entries) {
    SegmentWriter writer(txn, space, segment);
    const auto all = occurrences(entries);
    std::vector<Posting> postings;
    for (std::size_t i = 0; i < all.size(); ++i) {
        postings.push_back(all[i].posting);
        if (i + 1 < all.size() && *all[i + 1].term == *all[i].term) continue;
        writer.add(*all[i].term, postings);
        postings.clear();
    }
    writer.finish();
}

/// Takes documents out of the segments that hold them and drops empty segments.
void forget(store::WriteTxn& txn, store::Space space, Meta& meta,
            const std::vector<std::uint64_t>& documents) {
    for (const auto& [segment, gone] : Live(space).clear(txn, documents))
        for (auto& part : meta.parts)
            if (part.segment == segment)
                part.documents -= std::min<std::uint64_t>(gone, part.documents);
    const auto merging = [&](std::uint32_t segment) {
        return meta.merge && std::find(meta.merge->parts.begin(), meta.merge->parts.end(),
                                       segment) != meta.merge->parts.end();
    };
    for (const auto& part : meta.parts)
        if (part.documents == 0 && !merging(part.segment)) meta.dropped.push_back(part.segment);
    std::erase_if(meta.parts,
                  [&](const Part& part) { return part.documents == 0 && !merging(part.segment); });
}

/// Begins a merge where eight segments of a level wait.
void start_merge(Meta& meta) {
    if (meta.merge) return;
    std::map<std::uint8_t, std::vector<std::uint32_t>> levels;
    for (const auto& part : meta.parts)
        levels[part.level].push_back(part.segment);
    for (auto& [level, segments] : levels) {
        if (segments.size() < merge_width) continue;
        segments.resize(merge_width);
        auto& merge = meta.merge.emplace();
        merge.target = meta.next_segment++;
        merge.level = static_cast<std::uint8_t>(level + 1);
        merge.parts = std::move(segments);
        return;
    }
}

/// The merged segment takes the place of its parts.
void finish_merge(store::WriteTxn& txn, store::Space space, Meta& meta) {
    const Merge merge = *std::exchange(meta.merge, std::nullopt);
    const auto merged = [&](std::uint32_t segment) {
        return std::find(merge.parts.begin(), merge.parts.end(), segment) != merge.parts.end();
    };
    const std::size_t documents = Live(space).move(txn, merge.parts, merge.target);
    std::erase_if(meta.parts, [&](const Part& part) { return merged(part.segment); });
    meta.dropped.insert(meta.dropped.end(), merge.parts.begin(), merge.parts.end());
    if (documents > 0)
        meta.parts.push_back({merge.target, merge.level, documents});
    else
        meta.dropped.push_back(merge.target);
}

}  // namespace

void add_segment(store::WriteTxn& txn, store::Space space, Meta& meta,
                 std::vector<TailEntry> entries) {
    std::vector<std::uint64_t> replaced;
    std::vector<std::uint64_t> held;
    for (const auto& entry : entries)
        if (entry.replaces) replaced.push_back(entry.document);
    std::erase_if(entries, [](const TailEntry& entry) { return entry.removed; });
    for (const auto& entry : entries)
        held.push_back(entry.document);
    forget(txn, space, meta, replaced);
    if (!held.empty()) {
        const Part part{meta.next_segment++, level_of(held.size()), held.size()};
        write_postings(txn, space, part.segment, entries);
        Live(space).set(txn, part.segment, held);
        meta.parts.push_back(part);
    }
    start_merge(meta);
}

void erase_documents(store::WriteTxn& txn, store::Space space, Meta& meta,
                     std::span<const TermOf> gone) {
    const std::vector<std::uint64_t> documents = documents_in(gone);
    std::set<std::uint32_t> segments(meta.dropped.begin(), meta.dropped.end());
    if (meta.merge) segments.insert(meta.merge->target);
    for (const std::uint64_t document : documents)
        if (const auto segment = Live(space).segment_of(txn, document)) segments.insert(*segment);
    for (const std::uint32_t segment : segments)
        erase_postings(txn, space, segment, gone);
    forget(txn, space, meta, documents);
}

void fold(store::WriteTxn& txn, store::Space space, Meta& meta) {
    const Tail tail(space);
    auto entries = tail.current(txn);
    if (!meta.parts.empty() || entries.size() > tail_limit / 2) {
        add_segment(txn, space, meta, std::move(entries));
        entries.clear();
    } else {
        std::erase_if(entries, [](const TailEntry& entry) { return entry.removed; });
    }
    tail.rewrite(txn, entries);
}

bool tidy(store::WriteTxn& txn, store::Space space, Meta& meta, std::size_t written) {
    start_merge(meta);
    const bool due = meta.merge || !meta.dropped.empty();
    std::size_t left = slice_blocks;
    while (!meta.dropped.empty() && left > 0) {
        const std::size_t erased = drop_segment(txn, space, meta.dropped.back(), left);
        if (erased < left) meta.dropped.pop_back();
        left -= erased;
    }
    const std::size_t work = std::max(slice_work, merged_a_posting * written);
    if (meta.merge && left > slice_blocks / 2 && merge_slice(txn, space, *meta.merge, work))
        finish_merge(txn, space, meta);
    return due;
}

}  // namespace tools::text
