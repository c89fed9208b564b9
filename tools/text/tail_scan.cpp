#include "tools/text/tail_scan.hpp"

#include "tools/text/hash.hpp"
#include "tools/text/tail.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <string>
#include <string_view>

namespace tools::text {
namespace {

/// The terms of queries by their hashes in network order; most other terms fail at one flag.
class Asked {
public:
    explicit Asked(std::span<const Query> queries) {
        for (std::size_t q = 0; q < queries.size(); ++q)
            for (std::size_t i = 0; i < queries[q].size(); ++i) {
                const std::string& term = queries[q][i].term;
                by_hash_.push_back({htonl(hash32(term)), term, q, i});
                maybe_[by_hash_.back().hash % maybe_.size()] = true;
            }
        std::sort(by_hash_.begin(), by_hash_.end(),
                  [](const Place& a, const Place& b) { return a.hash < b.hash; });
    }

    /// Calls found(query, term, weight) for each entry's term that is asked for.
    template <class F>
    void match(const TailView& view, F found) const {
        const std::size_t size = view.size();
        TailView::Terms terms = view.terms();
        for (std::size_t i = 0; i < size; ++i) {
            const auto hash = view.hash(i);
            if (!maybe_[hash % maybe_.size()]) continue;
            auto at = std::lower_bound(
                by_hash_.begin(), by_hash_.end(), hash,
                [](const Place& place, std::uint32_t wanted) { return place.hash < wanted; });
            for (; at != by_hash_.end() && at->hash == hash; ++at)
                if (terms.at(i) == at->text) found(at->query, at->term, view.weight(i));
        }
    }

private:
    struct Place {
        std::uint32_t hash;
        std::string_view text;
        std::size_t query, term;
    };

    std::vector<Place> by_hash_;
    std::array<bool, 4096> maybe_{};
};

}  // namespace

TailScan scan_tail(const store::ReadTxn& txn, store::Space space, std::span<const Query> queries) {
    const Asked asked(queries);
    TailScan out;
    out.matches.resize(queries.size());
    Tail(space).scan(txn, [&](const TailView& view) {
        if (!out.documents.insert(view.document())) return;
        out.added += (view.removed() ? 0 : 1) - (view.replaces() ? 1 : 0);
        if (view.removed()) return;
        asked.match(view, [&](std::size_t query, std::size_t term, std::uint8_t weight) {
            out.matches[query].push_back({view.document(), term, weight});
        });
    });
    return out;
}

std::uint64_t documents_of(const Meta& meta, const TailScan& tail) {
    std::int64_t out = tail.added;
    for (const auto& part : meta.parts)
        out += static_cast<std::int64_t>(part.documents);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(out, 0));
}

}  // namespace tools::text
