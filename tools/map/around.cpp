#include "tools/map/around.hpp"

#include "tools/graph/spread.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_reached = 48;  ///< nodes beside the seeds
constexpr std::size_t most_a_level = 20;
constexpr int levels = 3;
constexpr double least_promise = .05;

/// How much of a node's relevance goes over an edge of a kind, along it and
/// against it.
struct Share {
    double along, against;
};

constexpr std::array<Share, edge_kinds> shares{{
    {.68, .5},   // supports: what it is for; what explains it
    {.82, .56},  // depends_on: what is needed first; what waits
    {.78, .64},  // blocks
    {.24, .24},  // resolves
    {.24, .24},  // supersedes
    {.42, .48},  // derived_from
    {.32, .47},  // updates: the artifact; who works on it
    {.52, .52},  // next
}};

constexpr double hub_edges = 4;  ///< with more, each neighbour gets less
constexpr double hub_power = .3;
constexpr double closed_share = .3;     ///< of relevance that a closed node passes on
constexpr double idle_goal_share = .5;  ///< and a goal that is not active

double share(EdgeKind kind, bool leaving) {
    const Share& both = shares[static_cast<std::size_t>(kind)];
    return leaving ? both.along : both.against;
}

/// What a node passes on over each edge, beside the edge's share.
double passes_on(const Entry& entry) {
    const auto edges = static_cast<double>(entry.out.size() + entry.in.size());
    double out = edges > hub_edges ? std::pow(hub_edges / edges, hub_power) : 1;
    if (!is_open(entry.node)) out *= closed_share;
    if (entry.node.id.type == NodeType::goal && !is_active(entry.node)) out *= idle_goal_share;
    return out;
}

/// A node and how much relevance reached it.
struct Promise {
    double strength = 0;
    NodeId id;
};

bool by_id(const Promise& a, const Promise& b) {
    return a.id < b.id;
}

/// Walks outward from the seeds, each node once.
class Explorer {
public:
    Explorer(Nearby& nearby, const Seeds& seeds) : nearby_(nearby) {
        for (const auto& [id, seed] : seeds.nodes)
            level_.push_back({seed.strength, id});
    }

    void run() {
        for (int i = 0; i < levels && left_ > 0; ++i) {
            level_ = next();
            std::vector<NodeId> ids;
            for (const Promise& promise : level_)
                ids.push_back(promise.id);
            nearby_.load(ids);
        }
    }

private:
    /// The neighbours of the level that were in none yet, the most promising first.
    std::vector<Promise> next() {
        std::vector<Promise> found;
        for (const Promise& from : level_)
            if (const Entry* entry = nearby_.find(from.id)) add_neighbours(from, *entry, found);
        reached_.insert(reached_.end(), level_.begin(), level_.end());
        std::sort(reached_.begin(), reached_.end(), by_id);
        std::sort(found.begin(), found.end(), [](const Promise& a, const Promise& b) {
            return a.id != b.id ? a.id < b.id : a.strength > b.strength;
        });
        const auto same = [](const Promise& a, const Promise& b) { return a.id == b.id; };
        found.erase(std::unique(found.begin(), found.end(), same), found.end());
        std::erase_if(found, [&](const Promise& promise) {
            return std::binary_search(reached_.begin(), reached_.end(), promise, by_id);
        });
        std::stable_sort(found.begin(), found.end(), [](const Promise& a, const Promise& b) {
            return a.strength > b.strength;
        });
        found.resize(std::min({found.size(), most_a_level, left_}));
        left_ -= found.size();
        return found;
    }

    static void add_neighbours(const Promise& from, const Entry& entry,
                               std::vector<Promise>& found) {
        const double passed = from.strength * passes_on(entry);
        if (passed < least_promise) return;
        each_edge(entry, [&](NodeId other, EdgeKind kind, bool leaving) {
            found.push_back({passed * share(kind, leaving), other});
        });
    }

    Nearby& nearby_;
    std::vector<Promise> level_, reached_;
    std::size_t left_ = most_reached;
};

/// The nodes read, with the edges among them.
Around read_so_far(const Nearby& nearby, const Seeds& seeds) {
    Around out;
    std::size_t edges = 0;
    out.spots.reserve(nearby.entries().size());
    for (const Entry* entry : nearby.entries()) {
        Spot& spot = out.spots.emplace_back();
        spot.entry = entry;
        const auto seed = seeds.nodes.find(entry->node.id);
        if (seed != seeds.nodes.end()) spot.seed = seed->second;
        edges += entry->out.size() + entry->in.size();
    }
    out.ties.reserve(edges);
    for (Spot& spot : out.spots) {
        const double passed = passes_on(*spot.entry);
        const std::size_t first = out.ties.size();
        each_edge(*spot.entry, [&](NodeId other, EdgeKind kind, bool leaving) {
            if (const auto place = nearby.place(other))
                out.ties.push_back({*place, kind, passed * share(kind, leaving)});
        });
        spot.ties = std::span(out.ties).subspan(first);
    }
    return out;
}

}  // namespace

Around look_around(Nearby& nearby, const Seeds& seeds) {
    Explorer(nearby, seeds).run();
    Around out = read_so_far(nearby, seeds);
    std::vector<double> own;
    std::vector<graph::Arc> arcs;
    own.reserve(out.spots.size());
    arcs.reserve(out.ties.size());
    for (std::size_t i = 0; i < out.spots.size(); ++i) {
        own.push_back(out.spots[i].seed.strength);
        for (const Tie& tie : out.spots[i].ties)
            arcs.push_back({i, tie.other, tie.share});
    }
    const auto strengths = graph::spread(own, arcs);
    for (std::size_t i = 0; i < out.spots.size(); ++i)
        out.spots[i].strength = strengths[i];
    return out;
}

}  // namespace tools::map
