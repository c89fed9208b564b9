#include "tools/map/relevance.hpp"

#include "tools/graph/walk.hpp"
#include "tools/map/around.hpp"
#include "tools/map/blocked.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tools::map {
namespace {

/// What a type adds to a node's score: facts, preferences and decisions rarely mislead, the
/// tasks and questions of another subject do.
constexpr std::array<double, type_count> type_scores{-.15, .11, .25, -.18, .23, -.4, -.07, -.09};
constexpr double active_goal_score = .2;
constexpr double waiting_goal_score = -.2;  ///< of a goal that is put off
constexpr double closed_score = -.3;
constexpr double left_behind_score = -.35;  ///< isolated, or all neighbours closed
constexpr double neighbours_score = .4;     ///< for the mean strength of the neighbours
constexpr double least_score = .45;
constexpr double least_of_few = .3;  ///< enough while there are only few
constexpr std::size_t few_nodes = 12;
constexpr double said_clearly = .5;  ///< strength of a seed that the request itself names
constexpr double near_goal = .1;     ///< strength from which a goal counts as touched
constexpr double sure_seed = .5;     ///< a seed of this strength is its own reason
constexpr double path_score = .2;    ///< for a node on a path, beside what the request says

bool walked(EdgeKind kind) {
    return kind == EdgeKind::blocks || kind == EdgeKind::depends_on || kind == EdgeKind::next;
}

bool active_goal(const Node& node) {
    return node.id.type == NodeType::goal && is_active(node);
}

/// The roots and what lies on their paths, over open nodes.
struct Paths {
    std::vector<NodeId> nodes;  ///< the roots first
    std::size_t roots = 0;
};

Paths paths(Nearby& nearby, const std::vector<NodeId>& roots, std::size_t most) {
    const auto open = [&](NodeId id) {
        const Entry* entry = nearby.find(id);
        return entry != nullptr && is_open(entry->node);
    };
    const graph::Neighbours<NodeId> neighbours = [&](std::span<const NodeId> level) {
        std::vector<NodeId> around;
        for (const NodeId id : level)
            if (open(id))
                each_edge(*nearby.find(id), [&](NodeId other, EdgeKind kind, bool) {
                    if (walked(kind)) around.push_back(other);
                });
        nearby.load(around);
        std::erase_if(around, [&](NodeId id) { return !open(id); });
        return around;
    };
    auto nodes = graph::reach<NodeId>(roots, neighbours, most);
    return {std::move(nodes), roots.size()};
}

/// Judges the nodes that were read by their strengths.
class Judge {
public:
    explicit Judge(const std::vector<Spot>& spots) : spots_(spots) {
        for (const Spot& spot : spots)
            most_ = std::max(most_, spot.strength);
    }

    [[nodiscard]] double score(const Spot& spot) const {
        const Node& node = spot.entry->node;
        const double strength = most_ > 0 ? (spot.strength + spot.strength / most_) / 2 : 0;
        const double out = strength + type_scores[static_cast<std::size_t>(node.id.type)];
        if (!is_open(node)) return out / 2 + closed_score;
        const double as_goal = is_active(node) ? active_goal_score : waiting_goal_score;
        return out + surroundings(spot) + (node.id.type == NodeType::goal ? as_goal : 0);
    }

    /// The word for a node: itself where it is a sure seed, else how the neighbour
    /// that most of its strength came from is tied to it.
    [[nodiscard]] Why reason(const Spot& spot) const {
        if (spot.entry->node.id.type == NodeType::goal) return Why::goal;
        double best = spot.seed.strength;
        if (best >= sure_seed) return spot.seed.why;
        Why why = best > 0 ? spot.seed.why : Why::explains;
        for (const Tie& tie : spot.ties) {
            const Spot& other = spots_[tie.other];
            const double arrives = other.strength * tie.share;
            if (arrives <= best) continue;
            best = arrives;
            why =
                tied(tie.kind, other.seed.why == Why::artifact && other.seed.strength >= sure_seed);
        }
        const bool preference = spot.entry->node.id.type == NodeType::preference;
        return why == Why::explains && preference ? Why::preference : why;
    }

private:
    static Why tied(EdgeKind kind, bool to_artifact) {
        if (kind == EdgeKind::blocks) return Why::blocks;
        if (kind == EdgeKind::depends_on) return Why::depends_on;
        if (kind == EdgeKind::next) return Why::next;
        return to_artifact ? Why::artifact : Why::explains;
    }

    /// What a node's place among its neighbours adds to its score.
    [[nodiscard]] double surroundings(const Spot& spot) const {
        double sum = 0;
        std::size_t open = spot.entry->out.size() + spot.entry->in.size();
        for (const Tie& tie : spot.ties) {
            const Spot& other = spots_[tie.other];
            if (is_open(other.entry->node))
                sum += other.strength;
            else
                --open;
        }
        return open == 0 ? left_behind_score : neighbours_score * sum / static_cast<double>(open);
    }

    const std::vector<Spot>& spots_;
    double most_ = 0;  ///< strength of the strongest
};

/// A node with its place in the ranking.
struct Candidate {
    const Spot* spot;
    int rank;  ///< the lower ones first
    double points;

    [[nodiscard]] NodeId id() const { return spot->entry->node.id; }
};

bool comes_before(const Candidate& a, const Candidate& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    return a.points != b.points ? a.points > b.points : a.id() < b.id();
}

/// The request itself says the node.
bool is_said(const Spot& spot) {
    const Why why = spot.seed.why;
    return spot.seed.strength > 0 &&
           (why == Why::mentioned || why == Why::matched || why == Why::artifact);
}

/// What the paths are walked from, then the paths and what the request says, the
/// strongest first, then the rest.
std::vector<Reason> ranked(const std::vector<Spot>& spots, const Paths& paths) {
    const Judge judge(spots);
    std::vector<Candidate> sure, unsure;
    for (const Spot& spot : spots) {
        const NodeId id = spot.entry->node.id;
        const double points = judge.score(spot);
        const auto at = static_cast<std::size_t>(
            std::find(paths.nodes.begin(), paths.nodes.end(), id) - paths.nodes.begin());
        if (at < paths.roots)
            sure.push_back({&spot, 0, -static_cast<double>(at)});
        else if (at < paths.nodes.size())
            sure.push_back({&spot, 1, points + path_score});
        else if (points >= least_score)
            sure.push_back({&spot, is_said(spot) ? 1 : 2, points});
        else if (points >= least_of_few)
            unsure.push_back({&spot, 3, points});
    }
    std::sort(sure.begin(), sure.end(), comes_before);
    std::sort(unsure.begin(), unsure.end(), comes_before);
    unsure.resize(std::min(unsure.size(), few_nodes - std::min(few_nodes, sure.size())));
    sure.insert(sure.end(), unsure.begin(), unsure.end());
    std::vector<Reason> out;
    for (const Candidate& one : sure)
        out.push_back({one.id(), judge.reason(*one.spot)});
    return out;
}

/// How a task is tied to one of its blockers.
Why waits_for(const Entry& task, NodeId blocker) {
    const bool needed = std::any_of(task.out.begin(), task.out.end(), [&](const Edge& edge) {
        return edge.kind == EdgeKind::depends_on && edge.to == blocker;
    });
    return needed ? Why::depends_on : Why::blocks;
}

/// Where room is left, what directly holds up a ranked task is shown too.
void add_blockers(Nearby& nearby, std::vector<Reason>& ranked, std::size_t most) {
    const auto is_ranked = [&](NodeId id) {
        return std::any_of(ranked.begin(), ranked.end(),
                           [&](const Reason& one) { return one.id == id; });
    };
    const std::size_t before = ranked.size();
    for (std::size_t i = 0; i < before && ranked.size() < most; ++i) {
        const NodeId task = ranked[i].id;
        if (task.type != NodeType::task) continue;
        auto missing = blockers(nearby.known(), *nearby.find(task));
        std::erase_if(missing, is_ranked);
        nearby.load(missing);
        for (const NodeId id : missing)
            ranked.push_back({id, waits_for(*nearby.find(task), id)});
    }
}

/// The newest goal is meant where the request touches none: neither by its own
/// words, nor through what it says clearly.
bool means_newest_goal(const Seeds& seeds, const std::vector<Spot>& spots) {
    const bool said = std::any_of(seeds.nodes.begin(), seeds.nodes.end(), [](const auto& seed) {
        return seed.second.why != Why::recent && seed.second.strength >= said_clearly;
    });
    if (said)
        return std::none_of(spots.begin(), spots.end(), [](const Spot& spot) {
            return active_goal(spot.entry->node) && spot.strength >= near_goal;
        });
    return std::none_of(seeds.roots.begin(), seeds.roots.end(),
                        [](NodeId id) { return id.type == NodeType::goal; });
}

}  // namespace

std::vector<Reason> rank_nodes(Nearby& nearby, const Seeds& seeds, std::size_t most) {
    auto first = paths(nearby, seeds.roots, most);
    auto around = look_around(nearby, seeds);
    if (seeds.newest_goal && means_newest_goal(seeds, around.spots)) {
        auto roots = seeds.roots;
        roots.push_back(*seeds.newest_goal);
        first = paths(nearby, roots, most);
        around = look_around(nearby, seeds);
    }
    auto out = ranked(around.spots, first);
    add_blockers(nearby, out, most);
    return out;
}

}  // namespace tools::map
