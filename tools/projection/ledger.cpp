#include "tools/projection/ledger.hpp"

#include "tools/projection/canonical.hpp"
#include "tools/projection/lineage.hpp"
#include "tools/projection/refusal.hpp"

#include <algorithm>
#include <utility>

namespace tools::projection {
namespace {

/// P15: a branch only ever moves on.
void raise_high_water(State& state, const Branch& branch) {
    HighWater now{branch.source_revision, content_hash(branch)};
    const auto [at, is_new] = state.high_water.emplace(branch.id, now);
    if (is_new) return;
    demand(now.source_revision >= at->second.source_revision, Fault::source_revision_lower);
    demand(now.source_revision > at->second.source_revision ||
               now.content_hash == at->second.content_hash,
           Fault::source_revision_conflict);
    at->second = std::move(now);
}

std::int64_t last_source_revision(const State& state, const std::string& branch) {
    const auto at = state.high_water.find(branch);
    return at == state.high_water.end() ? 0 : at->second.source_revision;
}

/// A tombstone that stands stays the older one; it hears of newer source revisions.
void bury(State& state, const std::string& branch, std::int64_t revision) {
    const std::int64_t last = last_source_revision(state, branch);
    state.tombstones.emplace(branch, Tombstone{revision, last}).first->second.last_source_revision =
        last;
}

/// P18: what was taken out comes back by name only.
void check_returns(const State& state, const Selection& selection) {
    for (const Branch& branch : selection.branches)
        demand(!state.tombstones.contains(branch.id) || holds(selection.exclude, branch.id) ||
                   holds(selection.restore, branch.id),
               Fault::restore_required);
    for (const std::string& id : selection.restore.value_or(std::vector<std::string>{}))
        demand(state.tombstones.contains(id), Fault::restore_not_tombstoned);
}

/// P17: what is excluded, and what was there before and is not named any more.
void bury_absent(State& state, const Selection& before, const Selection& selection) {
    for (const std::string& id : selection.exclude.value_or(std::vector<std::string>{}))
        bury(state, id, selection.revision);
    for (const Branch& branch : before.branches)
        if (find_branch(selection, branch.id) == nullptr)
            bury(state, branch.id, selection.revision);
}

}  // namespace

State apply(const std::optional<State>& known, Selection selection) {
    State state = known.value_or(State{});
    const std::string digest = selection_digest(selection);
    if (known) {
        demand(selection.corpus == known->selection.corpus, Fault::corpus_mismatch);
        demand(selection.revision >= known->selection.revision, Fault::selection_revision_lower);
        if (selection.revision == known->selection.revision) {
            demand(digest == known->digest, Fault::selection_revision_conflict);
            return state;
        }
    }
    check_returns(state, selection);
    for (const Branch& branch : selection.branches)
        raise_high_water(state, branch);
    for (const std::string& id : selection.restore.value_or(std::vector<std::string>{}))
        state.tombstones.erase(id);
    bury_absent(state, state.selection, selection);
    std::erase_if(selection.branches,
                  [&](const Branch& branch) { return holds(selection.exclude, branch.id); });
    state.selection = std::move(selection);
    state.digest = digest;
    return state;
}

}  // namespace tools::projection
