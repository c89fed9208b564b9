#include "tools/map/relevance.hpp"

#include "tools/graph/spread.hpp"
#include "tools/graph/walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_read = 96;  ///< nodes of one focus
constexpr std::size_t most_a_level = 32;
constexpr int levels = 4;

/// How much of a node's relevance goes over an edge of a kind, along it and
/// against it.
struct Share {
    double along, against;
};

constexpr std::array<Share, edge_kinds> shares{{
    {.68, .44},  // supports: what it is for; what explains it
    {.64, .56},  // depends_on: what is needed first; what waits
    {.64, .64},  // blocks
    {.24, .24},  // resolves
    {.24, .24},  // supersedes
    {.36, .48},  // derived_from
    {.32, .44},  // updates: the artifact; who works on it
    {.52, .52},  // next
}};

constexpr double hub_edges = 4;  ///< with more, each neighbour gets less
constexpr double hub_power = .3;
constexpr double closed_share = .3;     ///< of relevance that a closed node passes on
constexpr double idle_goal_share = .5;  ///< and a goal that is not active

/// What a type adds to a node's score: facts and preferences rarely mislead, the
/// tasks and questions of another subject do.
constexpr std::array<double, type_count> type_scores{-.05, .11, .13, -.22, 0, -.19, -.07, -.09};
constexpr double active_goal_score = .2;
constexpr double closed_score = -.3;
constexpr double left_behind_score = -.2;  ///< isolated, or all neighbours closed
constexpr double neighbours_score = .4;    ///< for the mean strength of the neighbours
constexpr double least_score = .45;
constexpr double said_clearly = .5;  ///< strength of a seed that the request itself names
constexpr double near_goal = .1;  ///< strength from which a goal counts as touched

bool walked(EdgeKind kind) {
    return kind == EdgeKind::blocks || kind == EdgeKind::depends_on || kind == EdgeKind::next;
}

/// The share that one edge carries away from a node.
double share(const Entry& from, EdgeKind kind, bool leaving) {
    const Share& both = shares[static_cast<std::size_t>(kind)];
    double out = leaving ? both.along : both.against;
    const auto edges = static_cast<double>(from.out.size() + from.in.size());
    if (edges > hub_edges) out *= std::pow(hub_edges / edges, hub_power);
    if (!is_open(from.node)) out *= closed_share;
    if (from.node.id.type == NodeType::goal && !is_active(from.node))
        out *= idle_goal_share;
    return out;
}

/// Reads what lies around the seeds, the most promising nodes first.
void explore(Nearby& nearby, const Seeds& seeds) {
    std::map<NodeId, double> promise;
    for (const auto& [id, seed] : seeds.nodes)
        promise[id] = seed.strength;
    std::set<NodeId> done;
    std::size_t read = seeds.nodes.size();
    for (int level = 0; level < levels && read < most_read; ++level) {
        std::map<NodeId, double> found;
        for (const auto& [id, promised] : promise) {
            const double strength = promised;
            const Entry* entry = nearby.find(id);
            if (entry == nullptr || !done.insert(id).second) continue;
            each_edge(*entry, [&](NodeId other, EdgeKind kind, bool leaving) {
                const double arrives = strength * share(*entry, kind, leaving);
                if (!done.contains(other)) found[other] = std::max(found[other], arrives);
            });
        }
        std::vector<std::pair<double, NodeId>> best;
        for (const auto& [id, strength] : found)
            best.emplace_back(-strength, id);
        std::sort(best.begin(), best.end());
        best.resize(std::min({best.size(), most_a_level, most_read - read}));
        read += best.size();
        std::vector<NodeId> ids;
        promise.clear();
        for (const auto& [strength, id] : best) {
            ids.push_back(id);
            promise[id] =
                std::max(-strength, seeds.nodes.contains(id) ? seeds.nodes.at(id).strength : 0);
        }
        nearby.load(ids);
    }
}

/// How strongly each node read is meant, and over which edge most of that came.
class Strengths {
public:
    Strengths(const Nearby& nearby, const Seeds& seeds) : nearby_(nearby), ids_(nearby.ids()) {
        std::vector<double> own;
        for (const NodeId id : ids_) {
            const auto seed = seeds.nodes.find(id);
            own.push_back(seed == seeds.nodes.end() ? 0 : seed->second.strength);
        }
        std::vector<graph::Arc> arcs;
        for (std::size_t i = 0; i < ids_.size(); ++i)
            add_arcs(i, arcs);
        strengths_ = graph::spread(own, arcs);
        most_ = strengths_.empty() ? 0 : *std::max_element(strengths_.begin(), strengths_.end());
    }

    [[nodiscard]] double of(NodeId id) const {
        const auto at = std::lower_bound(ids_.begin(), ids_.end(), id);
        if (at == ids_.end() || *at != id) return 0;
        return strengths_[static_cast<std::size_t>(at - ids_.begin())];
    }

    /// Half as it is, half beside the strongest node.
    [[nodiscard]] double leveled(NodeId id) const {
        const double strength = of(id);
        return most_ > 0 ? (strength + strength / most_) / 2 : 0;
    }

    [[nodiscard]] const std::vector<NodeId>& ids() const { return ids_; }

private:
    void add_arcs(std::size_t from, std::vector<graph::Arc>& arcs) const {
        const Entry& entry = *nearby_.find(ids_[from]);
        each_edge(entry, [&](NodeId other, EdgeKind kind, bool leaving) {
            const auto at = std::lower_bound(ids_.begin(), ids_.end(), other);
            if (at == ids_.end() || *at != other) return;
            arcs.push_back(
                {from, static_cast<std::size_t>(at - ids_.begin()), share(entry, kind, leaving)});
        });
    }

    const Nearby& nearby_;
    std::vector<NodeId> ids_;
    std::vector<double> strengths_;
    double most_ = 0;
};

/// What a node's place among its neighbours adds to its score.
double surroundings(const Nearby& nearby, const Strengths& strengths, const Entry& entry) {
    double sum = 0;
    std::size_t open = 0;
    std::size_t all = 0;
    each_edge(entry, [&](NodeId other, EdgeKind, bool) {
        ++all;
        const Entry* neighbour = nearby.find(other);
        if (neighbour != nullptr && !is_open(neighbour->node)) return;
        ++open;
        sum += strengths.of(other);
    });
    if (!is_open(entry.node)) return 0;
    if (open == 0) return left_behind_score;
    return neighbours_score * sum / static_cast<double>(open);
}

double score(const Nearby& nearby, const Strengths& strengths, const Entry& entry) {
    const Node& node = entry.node;
    double out = strengths.leveled(node.id) + surroundings(nearby, strengths, entry) +
                 type_scores[static_cast<std::size_t>(node.id.type)];
    if (!is_open(node)) return out / 2 + closed_score;
    if (node.id.type == NodeType::goal && is_active(node)) out += active_goal_score;
    return out;
}

/// The roots and what lies on their paths, over active nodes.
std::vector<NodeId> paths(Nearby& nearby, const std::vector<NodeId>& roots, std::size_t most) {
    const graph::Neighbours<NodeId> neighbours = [&](std::span<const NodeId> level) {
        std::vector<NodeId> around;
        nearby.load(level);
        for (const NodeId id : level) {
            const Entry* entry = nearby.find(id);
            if (entry == nullptr || !is_open(entry->node)) continue;
            each_edge(*entry, [&](NodeId other, EdgeKind kind, bool) {
                if (walked(kind)) around.push_back(other);
            });
        }
        nearby.load(around);
        std::erase_if(around, [&](NodeId id) {
            const Entry* entry = nearby.find(id);
            return entry == nullptr || !is_open(entry->node);
        });
        return around;
    };
    return graph::reach<NodeId>(roots, neighbours, most);
}

/// The word for a node that is no seed: how the strongest of its neighbours is tied
/// to it.
Why reason(const Nearby& nearby, const Strengths& strengths, const Seeds& seeds,
           const Entry& entry) {
    if (entry.node.id.type == NodeType::goal) return Why::goal;
    const auto seed = seeds.nodes.find(entry.node.id);
    double best = seed == seeds.nodes.end() ? 0 : seed->second.strength;
    if (best >= .5) return seed->second.why;
    Why why = best > 0 ? seed->second.why : Why::explains;
    each_edge(entry, [&](NodeId other, EdgeKind kind, bool leaving) {
        const Entry* neighbour = nearby.find(other);
        if (neighbour == nullptr) return;
        const double arrives = strengths.of(other) * share(*neighbour, kind, !leaving);
        if (arrives <= best) return;
        best = arrives;
        const auto named = seeds.nodes.find(other);
        const bool artifact = named != seeds.nodes.end() && named->second.why == Why::artifact;
        if (kind == EdgeKind::blocks)
            why = Why::blocks;
        else if (kind == EdgeKind::depends_on)
            why = Why::depends_on;
        else if (kind == EdgeKind::next)
            why = Why::next;
        else
            why = artifact ? Why::artifact : Why::explains;
    });
    if (why != Why::explains) return why;
    if (entry.node.id.type == NodeType::preference) return Why::preference;
    return why;
}

}  // namespace

std::vector<Ranked> rank_nodes(Nearby& nearby, const Seeds& seeds, std::size_t most) {
    explore(nearby, seeds);
    auto roots = seeds.roots;
    {
        const Strengths strengths(nearby, seeds);
        const bool touched =
            std::any_of(strengths.ids().begin(), strengths.ids().end(), [&](NodeId id) {
                return id.type == NodeType::goal && strengths.of(id) >= near_goal &&
                       is_active(nearby.find(id)->node);
            });
        const bool said = std::any_of(seeds.nodes.begin(), seeds.nodes.end(), [](const auto& seed) {
            return seed.second.why != Why::recent && seed.second.strength >= said_clearly;
        });
        const bool rooted = std::any_of(roots.begin(), roots.end(),
                                        [](NodeId id) { return id.type == NodeType::goal; });
        if (seeds.newest_goal && !(said ? touched : rooted)) roots.push_back(*seeds.newest_goal);
    }
    const auto first = paths(nearby, roots, most);
    const Strengths strengths(nearby, seeds);
    std::vector<Ranked> out;
    for (const NodeId id : first)
        if (const Entry* entry = nearby.find(id))
            out.push_back({id, reason(nearby, strengths, seeds, *entry)});
    std::vector<std::pair<double, NodeId>> others;
    for (const NodeId id : strengths.ids()) {
        if (std::find(first.begin(), first.end(), id) != first.end()) continue;
        const double points = score(nearby, strengths, *nearby.find(id));
        if (points >= least_score) others.emplace_back(-points, id);
    }
    std::sort(others.begin(), others.end());
    for (const auto& [points, id] : others)
        out.push_back({id, reason(nearby, strengths, seeds, *nearby.find(id))});
    return out;
}

}  // namespace tools::map
