#include "tools/map/focus.hpp"

#include "tools/graph/pack.hpp"
#include "tools/map/blocked.hpp"
#include "tools/map/general.hpp"
#include "tools/map/nearby.hpp"
#include "tools/map/relevance.hpp"
#include "tools/map/seeds.hpp"

#include <algorithm>
#include <utility>

namespace tools::map {
namespace {

constexpr std::int64_t headings = 16;  ///< tokens of both headings and the blank line

/// Among ids that are sorted.
bool among(const std::vector<NodeId>& ids, NodeId id) {
    return std::binary_search(ids.begin(), ids.end(), id);
}

/// A ranked node with its line of the text, once it was looked at.
struct Look {
    Reason reason;
    std::string line;
};

/// The ranked nodes that fit the budget, edges among them counted, by id.
std::vector<Look> choose(const Nearby& nearby, const std::vector<Reason>& ranked,
                         const FocusRequest& request, const Counter& counter) {
    std::vector<Look> looks(ranked.size());
    std::vector<NodeId> inside;  // the chosen ones, sorted
    std::size_t counted = 0;
    const auto cost = [&](std::size_t item, std::span<const std::size_t> chosen) {
        for (; counted < chosen.size(); ++counted) {
            const NodeId id = ranked[chosen[counted]].id;
            inside.insert(std::lower_bound(inside.begin(), inside.end(), id), id);
        }
        const Entry& entry = *nearby.find(ranked[item].id);
        looks[item] = {ranked[item], listing_line(entry.node, nearby.reader().words(entry.node))};
        std::int64_t tokens = counter.count(looks[item].line).value;
        for (const Edge& edge : entry.out)
            if (among(inside, edge.to)) tokens += counter.count(listing_line(edge)).value;
        for (const Edge& edge : entry.in)
            if (among(inside, edge.from)) tokens += counter.count(listing_line(edge)).value;
        return tokens;
    };
    const graph::Budget budget{request.max_nodes, request.max_tokens.value - headings};
    std::vector<Look> out;
    for (const std::size_t item : graph::pack(looks.size(), budget, cost))
        out.push_back(std::move(looks[item]));
    std::sort(out.begin(), out.end(),
              [](const Look& a, const Look& b) { return a.reason.id < b.reason.id; });
    return out;
}

}  // namespace

Focus focus(const Reader& reader, const FocusRequest& request, const Counter& counter) {
    Nearby nearby(reader);
    const Seeds seeds = find_seeds(nearby, request);
    const auto ranked =
        complete(nearby, request.request, rank_nodes(nearby, seeds, request.max_nodes));
    const auto chosen = choose(nearby, ranked, request, counter);
    const Reader known = nearby.known();
    Focus out;
    out.left_out = ranked.size() - chosen.size();
    std::vector<NodeId> inside;
    for (const Look& look : chosen)
        inside.push_back(look.reason.id);
    std::string lines, edges;
    for (const Look& look : chosen) {
        const Entry& entry = *nearby.find(look.reason.id);
        out.nodes.push_back(look.reason);
        lines += look.line;
        for (const Edge& edge : entry.out)
            if (among(inside, edge.to)) edges += listing_line(edge);
        auto by = blockers(known, entry);
        if (!by.empty()) out.blocked.push_back({look.reason.id, std::move(by)});
    }
    out.text = listing_text(lines, edges);
    out.tokens = counter.count(out.text);
    return out;
}

}  // namespace tools::map
