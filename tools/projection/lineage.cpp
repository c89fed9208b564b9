#include "tools/projection/lineage.hpp"

#include "tools/projection/refusal.hpp"

#include <algorithm>
#include <unordered_map>

namespace tools::projection {
namespace {

/// Walks up from each branch, no part of the way twice.
void check_cycles(const Selection& selection) {
    enum class Seen : std::uint8_t { no, on_this_way, before };
    std::vector<Seen> seen(selection.branches.size(), Seen::no);
    const auto index = [&](const Branch& branch) {
        return static_cast<std::size_t>(&branch - selection.branches.data());
    };
    for (const Branch& start : selection.branches) {
        std::vector<std::size_t> way;
        const Branch* at = &start;
        while (at != nullptr && seen[index(*at)] == Seen::no) {
            seen[index(*at)] = Seen::on_this_way;
            way.push_back(index(*at));
            at = at->parent ? find_branch(selection, *at->parent) : nullptr;
        }
        demand(at == nullptr || seen[index(*at)] == Seen::before, Fault::parent_cycle);
        for (const std::size_t passed : way)
            seen[passed] = Seen::before;
    }
}

void check_hashes(const Selection& selection) {
    std::unordered_map<std::string_view, std::string_view> hashes;
    for (const Branch& branch : selection.branches)
        for (const Source& source : branch.sources)
            demand(hashes.emplace(source.ref, source.sha256).first->second == source.sha256,
                   Fault::source_hash_conflict);
}

}  // namespace

const Branch* find_branch(const Selection& selection, std::string_view id) {
    const auto at = std::lower_bound(
        selection.branches.begin(), selection.branches.end(), id,
        [](const Branch& branch, std::string_view wanted) { return branch.id < wanted; });
    return at != selection.branches.end() && at->id == id ? &*at : nullptr;
}

bool holds(const std::optional<std::vector<std::string>>& ids, const std::string& id) {
    return ids && std::binary_search(ids->begin(), ids->end(), id);
}

void check_lineage(const Selection& selection) {
    check_cycles(selection);
    check_hashes(selection);
    if (!selection.restore) return;
    for (const std::string& id : *selection.restore) {
        demand(!holds(selection.exclude, id), Fault::exclude_restore_overlap);
        demand(find_branch(selection, id) != nullptr, Fault::restore_missing_branch);
    }
}

}  // namespace tools::projection
