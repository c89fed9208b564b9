#include "tools/thread/query_graph.hpp"

#include "tools/thread/shown_json.hpp"
#include "tools/thread/size_json.hpp"
#include "tools/thread/states.hpp"
#include "tools/vocabulary.hpp"

namespace tools::thread {

using graph::query::Edge;
using graph::query::EdgeRef;
using graph::query::Map;
using graph::query::NodeRef;
using graph::query::Side;
using graph::query::Value;

namespace {

/// Properties of a node, in the order of their names.
constexpr std::array node_properties{"call_id",  "content", "id",     "importance", "kind",
                                     "model",    "name",    "number", "role",       "state",
                                     "strategy", "text",    "time",   "tokens"};

Value if_any(const std::string& text) {
    return text.empty() ? Value() : Value(text);
}

}  // namespace

QueryGraph::QueryGraph(const View& view, const Counter& counter) : view_(view), counter_(counter) {
    known_.labels = words_of<Kind>();
    known_.types = words_of<ArcKind>();
    known_.properties = {node_properties.begin(), node_properties.end()};
    for (const char* of_edges : {"reason", "weight"})
        known_.properties.emplace_back(of_edges);
}

std::vector<QueryGraph::Item> QueryGraph::nodes(std::string_view label) const {
    std::vector<Item> out;
    for (const Number item : view_.items())
        if (!view_.link(item) && (label.empty() || word(view_.node(item).kind) == label))
            out.push_back(item);
    return out;
}

std::vector<std::string> QueryGraph::labels(Item node) const {
    return {word(view_.node(node).kind)};
}

std::vector<Arc> QueryGraph::arcs_from(Number number) const {
    const Node node = view_.node(number);
    std::vector<Arc> out;
    for (const Number parent : node.parents)
        out.push_back({number, ArcKind::causal, parent, number});
    if (node.target != 0) out.push_back({number, ArcKind::target, node.target, number});
    for (const Number member : node.members)
        out.push_back({number, ArcKind::member, member, number});
    for (const Arc& link : view_.out_of(number))
        out.push_back(link);
    return out;
}

Edge QueryGraph::numbered(const Arc& arc) const {
    const auto [at, added] =
        numbers_.emplace(std::tuple(arc.from, arc.kind, arc.to, arc.item), arcs_.size());
    if (added) arcs_.push_back(arc);
    return {at->second, arc.from, arc.to};
}

std::vector<Edge> QueryGraph::edges(Item node, Side side) const {
    std::vector<Edge> out;
    if (side != Side::in)
        for (const Arc& arc : arcs_from(node))
            out.push_back(numbered(arc));
    if (side != Side::out)
        for (const Arc& arc : view_.into(node))
            if (side == Side::in || arc.from != node) out.push_back(numbered(arc));
    return out;
}

Edge QueryGraph::edge(Item edge) const {
    const Arc& arc = arcs_.at(edge);
    return {edge, arc.from, arc.to};
}

std::string QueryGraph::type(Item edge) const {
    return word(arcs_.at(edge).kind);
}

Map QueryGraph::properties(NodeRef node) const {
    Map out;
    for (const std::string_view name : node_properties) {
        if (name == "content") continue;  // another name of text
        if (Value value = property(node, name); !value.is_null())
            out.emplace_back(name, std::move(value));
    }
    return out;
}

Map QueryGraph::properties(EdgeRef edge) const {
    const auto link = view_.link(arcs_.at(edge.item).item);
    if (!link) return {};
    Map out;
    if (!link->reason.empty()) out.emplace_back("reason", link->reason);
    out.emplace_back("time", link->time);
    if (link->kind == ArcKind::embeds) out.emplace_back("weight", link->weight);
    return out;
}

Value QueryGraph::property(NodeRef ref, std::string_view name) const {
    const Node node = view_.node(ref.item);
    if (name == "id") return view_.short_id(node);
    if (name == "number") return static_cast<std::int64_t>(node.number);
    if (name == "kind") return std::string(word(node.kind));
    if (name == "role" && node.kind == Kind::prompt) return std::string(word(node.role));
    if (name == "state") return std::string(word(standing_of(view_, node).state));
    if (name == "text" || name == "content") return view_.text(node);
    if (name == "time") return node.time;
    if (name == "tokens") return tokens_of(view_, node, counter_);
    if (name == "call_id") return if_any(node.call_id);
    if (name == "strategy") return if_any(node.strategy);
    if (name == "name") return if_any(view_.words(node).name);
    if (name == "model") return if_any(view_.words(node).model);
    if (name == "importance" && node.importance > 0) return (node.importance - 1) / 1000.0;
    return {};
}

std::string QueryGraph::name(Item node) const {
    return view_.short_id(node);
}

Map QueryGraph::shown(Item node) const {
    ShownNode found = shown_node(view_, node);
    Map out;
    if (found.by) out.emplace_back("by", *std::move(found.by));
    out.emplace_back("id", std::move(found.id));
    out.emplace_back("kind", std::move(found.kind));
    if (found.role) out.emplace_back("role", *std::move(found.role));
    out.emplace_back("state", std::move(found.state));
    out.emplace_back("text", std::move(found.text));
    return out;
}

}  // namespace tools::thread
