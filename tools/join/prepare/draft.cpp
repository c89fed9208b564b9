#include "tools/join/prepare/draft.hpp"

#include "tools/projection/lineage.hpp"
#include "tools/projection/records.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/text/secret.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>

namespace tools::prepare {
namespace {

using projection::Branch;
using projection::Summary;

const Summary* summary_of(const Branch& branch, const std::string& id) {
    const auto found = std::find_if(branch.summaries.begin(), branch.summaries.end(),
                                    [&](const Summary& one) { return one.id == id; });
    return found == branch.summaries.end() ? nullptr : &*found;
}

/// Why the strict reader would refuse a text, whoever approves it.
std::optional<Open> fault_of(const std::string& text) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return Open::text_empty;
    if (text::likely_secret(text)) return Open::secret_shaped;
    if (code_points(text) > projection::most_text) return Open::text_too_long;
    return std::nullopt;
}

class Drawing {
public:
    Drawing(const store::ReadTxn& txn, Draft& draft, const std::optional<projection::State>& state)
        : txn_(txn), draft_(draft), state_(state) {}

    void add(Drawn drawn) {
        Branch& branch = drawn.branch;
        draft_.stale += drawn.stale;
        if (state_) compare(drawn);
        for (Summary& summary : branch.summaries) {
            const auto fault = fault_of(summary.text);
            if (fault) draft_.open.push_back({*fault, branch.id, summary.id});
            if (fault == Open::secret_shaped) summary.text.clear();
        }
        if (branch.summaries.size() > projection::most_summaries)
            draft_.open.push_back({Open::too_many_summaries, branch.id, {}});
        draft_.selection.branches.push_back(std::move(branch));
    }

    /// Tells which branches an application would take out for good.
    void finish() {
        auto& branches = draft_.selection.branches;
        std::sort(branches.begin(), branches.end(),
                  [](const Branch& a, const Branch& b) { return a.id < b.id; });
        const auto twice =
            std::adjacent_find(branches.begin(), branches.end(),
                               [](const Branch& a, const Branch& b) { return a.id == b.id; });
        projection::demand(twice == branches.end(), projection::Fault::duplicate_id);
        projection::check_lineage(draft_.selection);
        if (!state_) return;
        for (const Branch& applied : state_->selection.branches)
            if (projection::find_branch(draft_.selection, applied.id) == nullptr)
                draft_.open.push_back({Open::taken_out, applied.id, {}});
    }

private:
    void compare(Drawn& drawn) {
        Branch& branch = drawn.branch;
        if (const Branch* applied = projection::find_branch(state_->selection, branch.id))
            keep_reviewed(drawn, *applied);
        const auto mark = state_->high_water.find(branch.id);
        if (mark != state_->high_water.end() &&
            branch.source_revision < mark->second.source_revision)
            draft_.open.push_back({Open::source_revision_lower, branch.id, {}});
        if (state_->tombstones.contains(branch.id))
            draft_.open.push_back({Open::restore_required, branch.id, {}});
    }

    /// Keeps what a person made of a branch and its summaries when it was applied before.
    void keep_reviewed(Drawn& drawn, const Branch& applied) {
        Branch& branch = drawn.branch;
        if (branch.source_revision == applied.source_revision) {
            branch = applied;
            return;
        }
        branch.sources = applied.sources;
        std::vector<Summary> kept;
        for (std::size_t i = 0; i < branch.summaries.size(); ++i) {
            Summary& summary = branch.summaries[i];
            if (const Summary* known = summary_of(applied, summary.id))
                kept.push_back(*known);
            else if (was_there(drawn, applied, drawn.nodes[i]))
                draft_.open.push_back({Open::removed_before, branch.id, summary.id});
            else
                kept.push_back(std::move(summary));
        }
        branch.summaries = std::move(kept);
    }

    /// True when the version that was applied held a summary: a person took it out.
    [[nodiscard]] bool was_there(const Drawn& drawn, const Branch& applied,
                                 thread::Number node) const {
        if (applied.source_revision > drawn.branch.source_revision) return false;
        const auto number = static_cast<std::uint64_t>(applied.source_revision);
        return thread::View(txn_, drawn.space, thread::version_at(txn_, drawn.space, number))
            .holds(node);
    }

    const store::ReadTxn& txn_;
    Draft& draft_;
    const std::optional<projection::State>& state_;
};

}  // namespace

Draft draw_up(const store::ReadTxn& txn, const Call& call, const std::string& corpus,
              const std::vector<Chosen>& chosen) {
    const auto state = projection::find_state(txn, call.principal.tenant, corpus);
    Draft out;
    out.selection.corpus = corpus;
    out.selection.revision = state ? state->selection.revision + 1 : 1;
    Branches branches(txn, call);
    Drawing drawing(txn, out, state);
    for (const Chosen& one : chosen)
        drawing.add(branches.draw(one));
    drawing.finish();
    return out;
}

}  // namespace tools::prepare
