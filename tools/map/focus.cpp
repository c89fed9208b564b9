#include "tools/map/focus.hpp"

#include "tools/graph/pack.hpp"
#include "tools/map/blocked.hpp"
#include "tools/map/general.hpp"
#include "tools/map/nearby.hpp"
#include "tools/map/relevance.hpp"
#include "tools/map/seeds.hpp"
#include "tools/map/text.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace tools::map {
namespace {

constexpr std::int64_t headings = 16;  ///< tokens of both headings and the blank line

std::int64_t line_tokens(const Counter& counter, std::string_view line) {
    std::string whole;
    whole.reserve(line.size() + 3);
    ((whole += "- ") += line) += '\n';
    return counter.count(whole).value;
}

/// Edges between a node and some others.
std::vector<Edge> edges_to(const Entry& entry, const std::set<NodeId>& others) {
    std::vector<Edge> out;
    for (const Edge& edge : entry.out)
        if (others.contains(edge.to)) out.push_back(edge);
    for (const Edge& edge : entry.in)
        if (others.contains(edge.from)) out.push_back(edge);
    return out;
}

/// The ranked nodes that fit the budget, edges among them counted.
std::vector<Node> choose(const Nearby& nearby, const std::vector<Ranked>& ranked,
                         const FocusRequest& request, const Counter& counter) {
    std::vector<Node> nodes(ranked.size());
    std::set<NodeId> inside;
    std::size_t counted = 0;
    const auto cost = [&](std::size_t item, std::span<const std::size_t> chosen) {
        for (; counted < chosen.size(); ++counted)
            inside.insert(nodes[chosen[counted]].id);
        const Entry& entry = *nearby.find(ranked[item].id);
        nodes[item] = entry.node;
        nodes[item].words = nearby.reader().words(entry.node);
        std::int64_t tokens = line_tokens(counter, print_node(nodes[item]));
        for (const Edge& edge : edges_to(entry, inside))
            tokens += line_tokens(counter, to_string(edge));
        return tokens;
    };
    const graph::Budget budget{request.max_nodes, request.max_tokens.value - headings};
    std::vector<Node> out;
    for (const std::size_t item : graph::pack(nodes.size(), budget, cost))
        out.push_back(std::move(nodes[item]));
    std::sort(out.begin(), out.end(), [](const Node& a, const Node& b) { return a.id < b.id; });
    return out;
}

/// Adds the edges among the nodes and what blocks them.
void add_edges(const Nearby& nearby, ListingPage& page) {
    const Reader known = nearby.known();
    std::set<NodeId> inside;
    for (const Node& node : page.nodes)
        inside.insert(node.id);
    for (const Node& node : page.nodes) {
        const Entry& entry = *nearby.find(node.id);
        for (const Edge& edge : entry.out)
            if (inside.contains(edge.to)) page.edges.push_back(edge);
        auto by = blockers(known, entry);
        if (!by.empty()) page.blocked.push_back({node.id, std::move(by)});
    }
}

}  // namespace

Focus focus(const Reader& reader, const FocusRequest& request, const Counter& counter) {
    Nearby nearby(reader);
    const Seeds seeds = find_seeds(nearby, request);
    const auto ranked =
        complete(nearby, request.request, rank_nodes(nearby, seeds, request.max_nodes));
    Focus out;
    out.page.nodes = choose(nearby, ranked, request, counter);
    add_edges(nearby, out.page);
    std::map<NodeId, Why> reasons;
    for (const auto& [id, why] : ranked)
        reasons.emplace(id, why);
    for (const Node& node : out.page.nodes)
        out.why.emplace(node.id, reasons.at(node.id));
    out.left_out = ranked.size() - out.page.nodes.size();
    out.text = listing_text(out.page);
    out.tokens = counter.count(out.text);
    return out;
}

}  // namespace tools::map
