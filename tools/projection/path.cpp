#include "tools/projection/path.hpp"

#include "tools/projection/graph.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace tools::projection {
namespace {

/// Where one can go from each node.
using Ways = std::map<std::string, std::vector<Step>>;

Ways ways_of(const Selection& snapshot, bool undirected) {
    Ways out;
    each_edge(snapshot, [&](const Edge& edge) {
        out[edge.from].push_back({edge.to, edge.relation, true});
        if (undirected) out[edge.to].push_back({edge.from, edge.relation, false});
    });
    return out;
}

}  // namespace

bool has_node(const Selection& snapshot, const std::string& id) {
    for (const Branch& branch : snapshot.branches) {
        if (id == branch_node(branch.id)) return true;
        for (const Source& source : branch.sources)
            if (id == source_node(source.ref)) return true;
        for (const Summary& summary : branch.summaries)
            if (id == summary_node(branch.id, summary.id)) return true;
    }
    return false;
}

std::optional<std::vector<Step>> shortest_path(const Selection& snapshot, const std::string& from,
                                               const std::string& to, bool undirected) {
    const Ways ways = ways_of(snapshot, undirected);
    std::map<std::string, std::pair<std::string, Step>> reached;  // node -> where from, how
    std::deque<std::string> next{from};
    while (!next.empty() && from != to && !reached.contains(to)) {
        const std::string at = next.front();
        next.pop_front();
        const auto steps = ways.find(at);
        if (steps == ways.end()) continue;
        for (const Step& step : steps->second)
            if (step.to != from && reached.try_emplace(step.to, at, step).second)
                next.push_back(step.to);
    }
    if (from != to && !reached.contains(to)) return std::nullopt;
    std::vector<Step> out;
    for (std::string at = to; at != from;) {
        const auto& [before, step] = reached.at(at);
        out.push_back(step);
        at = before;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::string path_text(const std::string& from, const std::vector<Step>& path) {
    std::string out = "Shortest path (" + std::to_string(path.size()) + " hops):\n  " + from;
    for (const Step& step : path)
        out += step.along ? " --" + std::string(step.relation) + " [EXTRACTED]--> " + step.to
                          : " <--" + std::string(step.relation) + " [EXTRACTED]-- " + step.to;
    return out;
}

}  // namespace tools::projection
