#include "tools/text/index.hpp"

#include "tools/text/compaction.hpp"
#include "tools/text/live.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/search.hpp"
#include "tools/text/tail.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tools::text {
namespace {

constexpr std::size_t bulk = 4'096;  ///< documents that make a segment at once

TailEntry stored(const store::ReadTxn& txn, store::Space space, const Meta& meta,
                 const Document& document) {
    TailEntry out;
    out.document = document.number;
    out.removed = document.terms.empty();
    out.replaces = !meta.parts.empty() && Live(space).segment_of(txn, document.number).has_value();
    for (const auto& term : document.terms)
        out.terms.push_back({term.term, quantised(term.weight)});
    return out;
}

/// Many documents become segments at once, together with what the tail held.
void put_bulk(store::WriteTxn& txn, store::Space space, Meta& meta,
              std::span<const Document> documents) {
    const Tail tail(space);
    std::map<std::uint64_t, TailEntry> entries;
    for (auto& entry : tail.current(txn))
        entries[entry.document] = std::move(entry);
    for (const auto& document : documents)
        entries[document.number] = stored(txn, space, meta, document);
    std::vector<TailEntry> all;
    all.reserve(entries.size());
    for (auto& [number, entry] : entries)
        all.push_back(std::move(entry));
    add_segment(txn, space, meta, std::move(all));
    tail.rewrite(txn, {});
}

}  // namespace

void Index::put(store::WriteTxn& txn, std::span<const Document> documents) const {
    if (documents.empty()) return;
    Meta meta = read_meta(txn, space_);
    if (documents.size() > tail_limit) {
        for (std::size_t i = 0; i < documents.size(); i += bulk)
            put_bulk(txn, space_, meta, documents.subspan(i, std::min(bulk, documents.size() - i)));
        return write_meta(txn, space_, meta);
    }
    std::size_t entries = 0, postings = 0;
    for (const auto& document : documents) {
        entries = Tail(space_).add(txn, stored(txn, space_, meta, document));
        postings += document.terms.size();
    }
    if (entries > tail_limit) {
        text::fold(txn, space_, meta);
        write_meta(txn, space_, meta);
    } else if (tidy(txn, space_, meta, postings)) {
        write_meta(txn, space_, meta);
    }
}

void Index::erase(store::WriteTxn& txn, std::span<const Document> documents) const {
    if (documents.empty()) return;
    std::set<std::uint64_t> numbers;
    std::vector<TermOf> gone;
    for (const Document& document : documents) {
        numbers.insert(document.number);
        for (const Weighted& term : document.terms)
            gone.push_back({term.term, document.number});
    }
    Meta meta = read_meta(txn, space_);
    const Tail tail(space_);
    auto entries = tail.current(txn);
    const auto erased = std::erase_if(
        entries, [&](const TailEntry& entry) { return numbers.contains(entry.document); });
    if (erased > 0) tail.rewrite(txn, entries);
    erase_documents(txn, space_, meta, gone);
    write_meta(txn, space_, meta);
}

void Index::fold(store::WriteTxn& txn) const {
    Meta meta = read_meta(txn, space_);
    text::fold(txn, space_, meta);
    write_meta(txn, space_, meta);
}

bool Index::settle(store::WriteTxn& txn) const {
    Meta meta = read_meta(txn, space_);
    if (!tidy(txn, space_, meta)) return false;
    write_meta(txn, space_, meta);
    return true;
}

std::uint64_t Index::tail_size(const store::ReadTxn& txn) const {
    return Tail(space_).current(txn).size();
}

std::vector<Hit> Index::search(const store::ReadTxn& txn, std::span<const QueryTerm> query,
                               const Wanted& wanted) const {
    return find(txn, query, wanted).hits;
}

Found Index::find(const store::ReadTxn& txn, std::span<const QueryTerm> query,
                  const Wanted& wanted) const {
    return text::search(txn, space_, query, wanted);
}

std::vector<std::vector<Hit>> Index::search_each(const store::ReadTxn& txn,
                                                 std::span<const std::vector<QueryTerm>> queries,
                                                 const Wanted& wanted) const {
    return text::search_each(txn, space_, queries, wanted);
}

std::uint64_t Index::size(const store::ReadTxn& txn) const {
    return documents(txn, space_);
}

}  // namespace tools::text
