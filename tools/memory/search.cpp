#include "tools/memory/search.hpp"

#include "tools/memory/columns.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/index.hpp"

#include <algorithm>
#include <utility>

namespace tools::memory {

std::vector<FoundFact> search(const store::ReadTxn& txn, std::span<const Dataspace> dataspaces,
                              const std::string& query, std::size_t most) {
    const text::Analyzer analyzer;
    const auto terms = text::query_terms(analyzer, query);
    std::vector<FoundFact> out;
    for (const Dataspace& dataspace : dataspaces) {
        if (!dataspace.space) continue;
        const Columns columns(txn, *dataspace.space);
        const text::Wanted wanted{most, 0, 1,
                                  [&](std::uint64_t number) { return columns.live(number); }};
        for (const auto& hit : text::Index(*dataspace.space).search(txn, terms, wanted))
            if (auto fact = find_fact(txn, *dataspace.space, hit.document))
                out.push_back({&dataspace, *std::move(fact),
                               static_cast<double>(hit.score) / text::score_unit});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const FoundFact& a, const FoundFact& b) { return a.score > b.score; });
    out.resize(std::min(out.size(), most));
    return out;
}

}  // namespace tools::memory
