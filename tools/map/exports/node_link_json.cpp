#include "tools/map/exports/exports.hpp"
#include "tools/strict_json.hpp"

#include <optional>

namespace tools::map::exports {
namespace {

template <class E>
void put(Json& to, const char* name, const std::optional<E>& value) {
    if (value) to[name] = word(*value);
}

void put(Json& to, const char* name, const std::string& value) {
    if (!value.empty()) to[name] = value;
}

Json node_json(const Node& node) {
    Json out = {
        {"id", to_string(node.id)}, {"type", word(node.id.type)}, {"text", node.words.text}};
    put(out, "status", node.status);
    put(out, "source", node.source);
    put(out, "confidence", node.confidence);
    put(out, "reason", node.words.reason);
    put(out, "impact", node.words.impact);
    put(out, "mitigation", node.words.mitigation);
    return out;
}

}  // namespace

std::string node_link(const Graph& graph) {
    Json nodes = Json::array();
    for (const Node& node : graph.nodes)
        nodes.push_back(node_json(node));
    Json edges = Json::array();
    for (const Edge& edge : graph.edges)
        edges.push_back({{"source", to_string(edge.from)},
                         {"target", to_string(edge.to)},
                         {"key", word(edge.kind)},
                         {"kind", word(edge.kind)}});
    const Json out = {
        {"directed", true},
        {"multigraph", true},
        {"graph", {{"conversation", graph.conversation}, {"revision", graph.revision}}},
        {"nodes", std::move(nodes)},
        {"edges", std::move(edges)}};
    return plain_json(out.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace tools::map::exports
