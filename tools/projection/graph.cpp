#include "tools/projection/graph.hpp"

#include "tools/projection/lineage.hpp"

#include <algorithm>

namespace tools::projection {

std::string branch_node(std::string_view branch) {
    return "branch:" + std::string(branch);
}

std::string source_node(std::string_view ref) {
    return "source:" + std::string(ref);
}

std::string summary_node(std::string_view branch, std::string_view summary) {
    return branch_node(branch) + ":summary:" + std::string(summary);
}

void each_edge(const Selection& snapshot, const std::function<void(const Edge&)>& visit) {
    for (const Branch& branch : snapshot.branches) {
        const std::string from = branch_node(branch.id);
        const std::int64_t revision = branch.source_revision;
        if (branch.parent && find_branch(snapshot, *branch.parent) != nullptr)
            visit({from, branch_node(*branch.parent), "forked_from", revision});
        for (const Source& source : branch.sources)
            visit({from, source_node(source.ref), "attached_source", revision});
        for (const Summary& summary : branch.summaries)
            visit({from, summary_node(branch.id, summary.id), "approved_summary", revision});
    }
}

std::vector<const Source*> sources_of(const Selection& snapshot) {
    std::vector<const Source*> out;
    for (const Branch& branch : snapshot.branches)
        for (const Source& source : branch.sources)
            out.push_back(&source);
    const auto before = [](const Source* a, const Source* b) { return a->ref < b->ref; };
    const auto same = [](const Source* a, const Source* b) { return a->ref == b->ref; };
    std::stable_sort(out.begin(), out.end(), before);
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
    return out;
}

}  // namespace tools::projection
