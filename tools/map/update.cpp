#include "tools/map/update.hpp"

#include "tools/map/work.hpp"

#include <algorithm>
#include <utility>

namespace tools::map {

void Work::fault(Step& step, const std::string& field, const char* reason, std::string message,
                 std::optional<Change> instead) {
    step.faulty = true;
    store::Problem problem{field, reason, std::move(message), "", step.change->index};
    if (applied.faults.size() == most_faults) applied.faults.pop_back();
    applied.faults.push_back({std::move(problem), std::move(instead)});
}

bool Work::may_spread(Step& step, const std::string& field, std::size_t edges) {
    constexpr std::size_t most = 5'000;
    if (edges > 1) spread += edges;
    if (spread <= most) return true;
    fault(step, field, "too_many",
          "the lists of an update ask for more than " + std::to_string(most) +
              " edges: send fewer ids at a time");
    return false;
}

void Work::expect(const std::vector<std::string>& broken_ids) {
    for (const std::string& ref : broken_ids)
        if (const auto id = read_id(ref))
            phantoms.insert(*id);
        else
            broken_locals.insert(ref);
}

void Work::note(std::vector<NodeId> ids, std::string message) {
    applied.notes.push_back({Concern::note, std::move(ids), std::move(message), {}});
}

Applied apply(Draft& draft, const std::vector<Change>& changes, Consequences consequences,
              const std::vector<std::string>& broken_ids) {
    Applied applied;
    Work work{draft, applied, {}, {}, {}, {}, {}, {}, {}, 0};
    work.expect(broken_ids);
    read_steps(work, changes);
    number_nodes(work);
    read_targets(work);
    change_nodes(work);
    take_away(work);
    add_edges(work);
    if (applied.faults.empty() && broken_ids.empty()) {
        carry_edges(work);
        if (consequences == Consequences::follow) settle(work);
    }
    std::stable_sort(
        applied.faults.begin(), applied.faults.end(),
        [](const Fault& a, const Fault& b) { return a.problem.index < b.problem.index; });
    Delta found = draft.delta();
    found.telling = std::move(applied.delta.telling);
    found.intended = std::move(applied.delta.intended);
    found.moved = std::move(applied.delta.moved);
    found.merged = std::move(applied.delta.merged);
    found.stayed = std::move(applied.delta.stayed);
    applied.delta = std::move(found);
    applied.locals = std::move(work.locals);
    return applied;
}

NodeId next_id(const Head& head, NodeType type) {
    return {type, head.high[static_cast<std::size_t>(type)] + 1};
}

std::vector<std::string> next_ids(const Head& head) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < type_count; ++i)
        out.push_back(to_string(next_id(head, static_cast<NodeType>(i))));
    return out;
}

}  // namespace tools::map
