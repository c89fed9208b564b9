#include "tools/map/query_graph.hpp"

#include "tools/map/stored_map.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>

namespace tools::map {

QueryGraph::QueryGraph(const store::ReadTxn& txn, const std::optional<store::Space>& space) {
    known_.labels = words_of<NodeType>();
    known_.types = words_of<EdgeKind>();
    known_.properties = {"born",   "changed", "confidence", "id",   "impact", "mitigation",
                         "reason", "source",  "status",     "text", "type"};
    if (!space) return;
    scan_nodes(txn, *space, std::nullopt, [&](Entry& entry) {
        edges_.insert(edges_.end(), entry.out.begin(), entry.out.end());
        entries_.push_back(std::move(entry));
        return true;
    });
    std::sort(edges_.begin(), edges_.end());
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.node.id < b.node.id; });
}

QueryGraph::Item QueryGraph::item_of(NodeId id) const {
    const auto at =
        std::lower_bound(entries_.begin(), entries_.end(), id,
                         [](const Entry& entry, NodeId one) { return entry.node.id < one; });
    return static_cast<Item>(at - entries_.begin());
}

QueryGraph::Item QueryGraph::item_of(const Edge& edge) const {
    return static_cast<Item>(std::lower_bound(edges_.begin(), edges_.end(), edge) - edges_.begin());
}

std::vector<QueryGraph::Item> QueryGraph::nodes(std::string_view label) const {
    std::vector<Item> out;
    for (Item i = 0; i < entries_.size(); ++i)
        if (label.empty() || word(entries_[i].node.id.type) == label) out.push_back(i);
    return out;
}

std::vector<std::string> QueryGraph::labels(Item node) const {
    return {word(entries_.at(node).node.id.type)};
}

std::vector<graph::query::Edge> QueryGraph::edges(Item node, graph::query::Side side) const {
    const Entry& entry = entries_.at(node);
    std::vector<graph::query::Edge> out;
    if (side != graph::query::Side::in)
        for (const Edge& one : entry.out)
            out.push_back(edge(item_of(one)));
    if (side != graph::query::Side::out)
        for (const Edge& one : entry.in)
            if (side == graph::query::Side::in || one.from != one.to)
                out.push_back(edge(item_of(one)));
    return out;
}

graph::query::Edge QueryGraph::edge(Item edge) const {
    const Edge& found = edges_.at(edge);
    return {edge, item_of(found.from), item_of(found.to)};
}

std::string QueryGraph::type(Item edge) const {
    return word(edges_.at(edge).kind);
}

graph::query::Map QueryGraph::properties(graph::query::NodeRef ref) const {
    const Node& node = entries_.at(ref.item).node;
    graph::query::Map out;
    const auto add = [&](const char* name, std::string text) {
        if (!text.empty()) out.emplace_back(name, std::move(text));
    };
    out.emplace_back("born", static_cast<std::int64_t>(node.born));
    out.emplace_back("changed", static_cast<std::int64_t>(node.changed));
    add("confidence", node.confidence ? word(*node.confidence) : "");
    add("id", to_string(node.id));
    add("impact", node.words.impact);
    add("mitigation", node.words.mitigation);
    add("reason", node.words.reason);
    add("source", node.source ? word(*node.source) : "");
    add("status", word(node.status.value_or(Status::active)));  // as is_active has it
    add("text", node.words.text);
    add("type", word(node.id.type));
    return out;
}

graph::query::Map QueryGraph::properties(graph::query::EdgeRef /*edge*/) const {
    return {};
}

std::string QueryGraph::name(Item node) const {
    return to_string(entries_.at(node).node.id);
}

}  // namespace tools::map
