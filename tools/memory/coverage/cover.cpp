#include "tools/memory/coverage/cover.hpp"

#include "store/error.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>

namespace tools::memory::coverage {

std::string covers_fault(const Covers& covers, const std::string& source, EpisodeKind kind) {
    if (kind == EpisodeKind::ontology) return "has no place here: an ontology covers nothing";
    if (source.empty()) return "needs source: name the document, such as its path";
    if (covers.range.from < 1 || covers.range.to < covers.range.from)
        return "must go from 1 on, and not end before it starts";
    if (covers.range.to > covers.total.value_or(most_units))
        return "ends behind total: " + std::to_string(covers.total.value_or(most_units));
    return {};
}

Source open_source(const store::ReadTxn& txn, store::Space space, const std::string& name,
                   std::optional<Unit> unit, std::int64_t now_ms) {
    auto found = find_source(txn, space, name);
    if (!found) {
        found.emplace();
        found->name = name;
        found->first_ms = now_ms;
        found->unit = unit.value_or(Unit::lines);
    }
    found->last_ms = now_ms;
    if (!unit || *unit == found->unit) return *std::move(found);
    if (found->next_mark > 1)
        throw store::Error(store::Code::conflict, "nothing was marked",
                           {{"/unit",
                             "other_unit",
                             std::string("this source is counted in ") + word(found->unit) +
                                 ": leave unit out, or give the ranges in it",
                             word(found->unit),
                             {}}});
    found->unit = *unit;
    return *std::move(found);
}

void cover(store::WriteTxn& txn, store::Space space, const Episode& episode, const Covers& covers) {
    Source source = open_source(txn, space, episode.source, covers.unit, episode.recorded_ms);
    if (covers.total) source.total = *covers.total;
    if (source.total > 0) source.total = std::max(source.total, covers.range.to);
    Mark mark;
    mark.range = covers.range;
    mark.episodes = {std::string(episode.id.str())};
    mark.sha256 = source.sha256;
    mark.recorded_ms = episode.recorded_ms;
    add_mark(txn, space, source, std::move(mark));
    put_source(txn, space, source);
}

}  // namespace tools::memory::coverage
