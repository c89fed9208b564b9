#pragma once

#include "tools/map/model.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tools::map {

enum class ExportFormat { markdown, json, mermaid, dot, graphml, jsoncanvas };

constexpr auto names(ExportFormat) {
    return std::array{"markdown", "json", "mermaid", "dot", "graphml", "jsoncanvas"};
}

}  // namespace tools::map

/// A map in the forms that other programs read. Words are data in each of them
/// (CM15): no label adds a line, a link, an image, a script or a directive.
namespace tools::map::exports {

/// What is exported. Every edge's ends are among the nodes, which stand in order.
struct Graph {
    std::string_view conversation;
    std::uint64_t revision = 0;
    std::span<const Node> nodes;
    std::span<const Edge> edges;
};

std::string write(ExportFormat format, const Graph& graph);

std::string markdown(const Graph& graph);
std::string mermaid(const Graph& graph);
std::string dot(const Graph& graph);
std::string graphml(const Graph& graph);
/// Node-link JSON as networkx and D3 read it.
std::string node_link(const Graph& graph);
/// JSON Canvas 1.0: a column for each type that occurs.
std::string canvas(const Graph& graph);

/// `T1: Ask the customer`, invisible characters shown: what drawings call a node.
std::string label(const Node& node);

template <class E>
std::string_view word(E value) {
    return names(value)[static_cast<std::size_t>(value)];
}

/// JSON text with invisible characters as `\u202e`: the same value, and seen.
std::string plain_json(std::string_view dumped);

}  // namespace tools::map::exports
