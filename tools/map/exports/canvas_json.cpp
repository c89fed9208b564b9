#include "tools/map/exports/exports.hpp"
#include "tools/strict_json.hpp"

#include <array>
#include <map>

namespace tools::map::exports {
namespace {

constexpr int width = 280;   ///< of a node, in pixels
constexpr int column = 400;  ///< from one type's left edge to the next
constexpr int gap = 40;      ///< between the nodes of a column

/// Words as Markdown that shows exactly them: no image, link, embed or HTML.
std::string canvas_text(std::string_view words) {
    constexpr std::string_view marks = "\\`*_{}[]<>()#!|~=$%&^@";
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool url = words.substr(i).starts_with("://");
        if (url || marks.find(words[i]) != std::string_view::npos) out += '\\';
        out += words[i];
    }
    return out;
}

/// Enough lines for the words, about 32 characters in each.
int height(std::string_view words) {
    return 60 + 24 * static_cast<int>(words.size() / 32);
}

/// The left edge of a type's column: the columns of types that occur stand side by side.
std::map<NodeType, int> columns(const Graph& graph) {
    std::map<NodeType, int> out;
    for (const Node& node : graph.nodes)
        out.try_emplace(node.id.type, 0);
    int x = 0;
    for (auto& [type, left] : out) {
        left = x;
        x += column;
    }
    return out;
}

/// One of the six preset colours; grey, the default, for what is closed.
Json colour(const Node& node) {
    constexpr std::array presets{"4", "5", "6", "3", "4", "2", "1", "5"};
    return presets[static_cast<std::size_t>(node.id.type)];
}

}  // namespace

std::string canvas(const Graph& graph) {
    const auto left = columns(graph);
    std::map<NodeType, int> top;
    Json nodes = Json::array();
    for (const Node& node : graph.nodes) {
        const std::string words = label(node);
        int& y = top[node.id.type];
        Json item = {{"id", to_string(node.id)},
                     {"type", "text"},
                     {"x", left.at(node.id.type)},
                     {"y", y},
                     {"width", width},
                     {"height", height(words)},
                     {"text", canvas_text(words)}};
        if (is_open(node)) item["color"] = colour(node);
        nodes.push_back(std::move(item));
        y += height(words) + gap;
    }
    Json edges = Json::array();
    for (const Edge& edge : graph.edges)
        edges.push_back({{"id", "e" + std::to_string(edges.size() + 1)},
                         {"fromNode", to_string(edge.from)},
                         {"toNode", to_string(edge.to)},
                         {"toEnd", "arrow"},
                         {"label", word(edge.kind)}});
    const Json out = {{"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
    return plain_json(out.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace tools::map::exports
