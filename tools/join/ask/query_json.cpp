#include "tools/join/ask/query_json.hpp"

#include "store/error.hpp"

#include <algorithm>
#include <limits>

namespace tools::ask {

namespace query = graph::query;

namespace {

Json members_json(const query::GraphView& graph, const query::Map& map) {
    Json out = Json::object();
    for (const auto& [name, item] : map)
        out[name] = json_of(graph, item);
    return out;
}

Json edge_json(const query::GraphView& graph, query::EdgeRef ref) {
    const query::Edge edge = graph.edge(ref.item);
    Json out = {{"type", graph.type(ref.item)},
                {"from", graph.name(edge.from)},
                {"to", graph.name(edge.to)}};
    for (const auto& [name, value] : graph.properties(ref))
        out[name] = json_of(graph, value);
    return out;
}

Json path_json(const query::GraphView& graph, const query::Path& path) {
    Json nodes = Json::array(), types = Json::array();
    for (const query::Item node : path.nodes)
        nodes.push_back(graph.name(node));
    for (const query::Item edge : path.edges)
        types.push_back(graph.type(edge));
    return {{"nodes", std::move(nodes)}, {"edges", std::move(types)}};
}

std::int64_t whole_number(const Json& json, const std::string& path) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > most)
        throw store::Error(
            store::Code::invalid, "a parameter does not fit: nothing was read",
            {{path,
              "too_large",
              "expected a number of at most " + std::to_string(most) + ": send it as a text",
              "",
              {}}});
    return json.get<std::int64_t>();
}

}  // namespace

query::Value value_of(const Json& json, const std::string& path) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_float()) return json.get<double>();
    if (json.is_number()) return whole_number(json, path);
    if (json.is_string()) return json.get<std::string>();
    if (json.is_array()) {
        query::List out;
        for (const Json& item : json)
            out.push_back(value_of(item, path + "/" + std::to_string(out.size())));
        return out;
    }
    if (!json.is_object()) return {};
    query::Map out;
    for (const auto& member : json.items())
        out.emplace_back(member.key(), value_of(member.value(), path + "/" + member.key()));
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    return out;
}

Json json_of(const query::GraphView& graph, const query::Value& value) {
    if (const auto* flag = value.as<bool>()) return *flag;
    if (const auto* whole = value.as<std::int64_t>()) return *whole;
    if (const auto* real = value.as<double>()) return *real;
    if (const auto* text = value.as<std::string>()) return *text;
    if (const auto* node = value.as<query::NodeRef>())
        return members_json(graph, graph.shown(node->item));
    if (const auto* edge = value.as<query::EdgeRef>()) return edge_json(graph, *edge);
    if (const auto* path = value.as<query::Path>()) return path_json(graph, *path);
    if (const auto* map = value.as<query::Map>()) return members_json(graph, *map);
    const auto* list = value.as<query::List>();
    if (list == nullptr) return nullptr;
    Json out = Json::array();
    for (const query::Value& item : *list)
        out.push_back(json_of(graph, item));
    return out;
}

}  // namespace tools::ask
