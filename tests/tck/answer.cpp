// Answers one query a line over a graph that CREATE clauses make:
// {"setup": [...], "parameters": {...}, "query": "..."} gives {"columns", "rows"} or {"error"}.
#include "store/error.hpp"
#include "tools/graph/query/query.hpp"
#include "tools/graph/query/run.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>

namespace {

using namespace tools::graph::query;
using nlohmann::json;

Value from_json(const json& given) {
    if (given.is_boolean()) return given.get<bool>();
    if (given.is_number_float()) return given.get<double>();
    if (given.is_number()) return given.get<std::int64_t>();
    if (given.is_string()) return given.get<std::string>();
    if (given.is_array()) {
        List out;
        for (const auto& item : given)
            out.push_back(from_json(item));
        return out;
    }
    if (!given.is_object()) return {};
    Map out;
    for (const auto& [name, item] : given.items())
        out.emplace_back(name, from_json(item));
    return out;
}

/// Nodes and edges as CREATE clauses tell them.
class Graph : public GraphView {
public:
    void create(const std::string& patterns, const Map& parameters) {
        for (const Pattern& pattern : parse_patterns(patterns)) {
            std::vector<Item> nodes;
            for (const NodePattern& node : pattern.nodes)
                nodes.push_back(place(node, parameters));
            for (std::size_t i = 0; i < pattern.edges.size(); ++i) {
                const bool left = pattern.edges[i].direction == Direction::left;
                edges_.push_back({pattern.edges[i].types.at(0),
                                  {edges_.size(), nodes[left ? i + 1 : i], nodes[left ? i : i + 1]},
                                  values(pattern.edges[i].properties, parameters)});
            }
        }
    }

    const Known& known() const override { return known_; }

    std::vector<Item> nodes(std::string_view label) const override {
        std::vector<Item> out;
        for (Item i = 0; i < nodes_.size(); ++i)
            if (const auto& all = nodes_[i].labels;
                label.empty() || std::find(all.begin(), all.end(), label) != all.end())
                out.push_back(i);
        return out;
    }

    std::vector<std::string> labels(Item node) const override { return nodes_[node].labels; }

    std::vector<Edge> edges(Item node, Side side) const override {
        std::vector<Edge> out;
        for (const auto& made : edges_)
            if ((side != Side::in && made.edge.from == node) ||
                (side != Side::out && made.edge.to == node))
                out.push_back(made.edge);
        return out;
    }

    Edge edge(Item edge) const override { return edges_[edge].edge; }

    std::string type(Item edge) const override { return edges_[edge].type; }

    Map properties(NodeRef node) const override { return nodes_[node.item].properties; }

    Map properties(EdgeRef edge) const override { return edges_[edge.item].properties; }

private:
    struct MadeNode {
        std::vector<std::string> labels;
        Map properties;
    };

    struct MadeEdge {
        std::string type;
        Edge edge;
        Map properties;
    };

    Item place(const NodePattern& node, const Map& parameters) {
        const auto named = std::find_if(names_.begin(), names_.end(),
                                        [&](const auto& one) { return one.first == node.name; });
        if (!node.name.empty() && named != names_.end()) return named->second;
        nodes_.push_back({node.labels, values(node.properties, parameters)});
        std::sort(nodes_.back().labels.begin(), nodes_.back().labels.end());
        names_.emplace_back(node.name, nodes_.size() - 1);
        return nodes_.size() - 1;
    }

    Map values(const Properties& properties, const Map& parameters) {
        Meter meter(Caps{});
        const std::vector<std::string> names;
        const List none;
        Map out;
        for (const auto& [name, expression] : properties) {
            Value value = evaluate({*this, parameters, meter}, expression, {names, none});
            if (!value.is_null()) out.emplace_back(name, std::move(value));
        }
        std::sort(out.begin(), out.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        return out;
    }

    Known known_;
    std::vector<MadeNode> nodes_;
    std::vector<MadeEdge> edges_;
    std::vector<std::pair<std::string, Item>> names_;
};

/// Values as the tables of features write them.
class Words {
public:
    explicit Words(const Graph& graph) : graph_(graph) {}

    std::string of(const Value& value) const {
        if (const auto* node = value.as<NodeRef>()) return node_words(node->item);
        if (const auto* edge = value.as<EdgeRef>()) return edge_words(edge->item);
        if (const auto* path = value.as<Path>()) return path_words(*path);
        if (const auto* list = value.as<List>()) return list_words(*list);
        if (const auto* map = value.as<Map>()) return map_words(*map);
        if (const auto* text = value.as<std::string>()) return "'" + *text + "'";
        if (const auto* flag = value.as<bool>()) return *flag ? "true" : "false";
        if (const auto* whole = value.as<std::int64_t>()) return std::to_string(*whole);
        if (const auto* real = value.as<double>()) return json(*real).dump();
        return "null";
    }

private:
    std::string node_words(Item node) const {
        std::string out = "(";
        for (const std::string& label : graph_.labels(node))
            out += ":" + label;
        const Map properties = graph_.properties(NodeRef{node});
        if (!properties.empty()) out += (out == "(" ? "" : " ") + map_words(properties);
        return out + ")";
    }

    std::string edge_words(Item edge) const {
        const Map properties = graph_.properties(EdgeRef{edge});
        return "[:" + graph_.type(edge) + (properties.empty() ? "" : " " + map_words(properties)) +
               "]";
    }

    std::string path_words(const Path& path) const {
        std::string out = "<" + node_words(path.nodes[0]);
        for (std::size_t i = 0; i < path.edges.size(); ++i) {
            const bool right = graph_.edge(path.edges[i]).from == path.nodes[i];
            out += (right ? "-" : "<-") + edge_words(path.edges[i]) + (right ? "->" : "-") +
                   node_words(path.nodes[i + 1]);
        }
        return out + ">";
    }

    std::string list_words(const List& list) const {
        std::string out;
        for (const Value& value : list)
            out += (out.empty() ? "" : ", ") + of(value);
        return "[" + out + "]";
    }

    std::string map_words(const Map& map) const {
        std::string out;
        for (const auto& [name, value] : map)
            out += (out.empty() ? "" : ", ") + name + ": " + of(value);
        return "{" + out + "}";
    }

    const Graph& graph_;
};

json answer(const json& asked) {
    json out;
    try {
        const Map parameters = *from_json(asked.at("parameters")).as<Map>();
        Graph graph;
        for (const auto& patterns : asked.at("setup"))
            graph.create(patterns.get<std::string>(), parameters);
        const Result result =
            run(graph, asked.at("query").get<std::string>(), parameters, {.rows = 10'000});
        out = {{"columns", result.columns}, {"rows", json::array()}};
        for (const List& row : result.rows) {
            json cells = json::array();
            for (const Value& value : row)
                cells.push_back(Words(graph).of(value));
            out["rows"].push_back(cells);
        }
    } catch (const store::Error& error) {
        const auto& problem = error.problems.at(0);
        out = {{"error", problem.reason}, {"message", problem.message}};
    }
    return out;
}

}  // namespace

int main() {
    std::string line;
    while (std::getline(std::cin, line))
        std::cout << answer(json::parse(line)).dump() << std::endl;
}
