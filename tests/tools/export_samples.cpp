#include "tests/support/hostile.hpp"
#include "tools/map/exports/exports.hpp"
#include "tools/strict_json.hpp"
#include "tools/text/invisible.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace {

using namespace tools::map;

constexpr std::size_t nodes_in_one = 40;  ///< Mermaid refuses a drawing above 50,000 characters

struct Sample {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
};

/// Maps of every type, status and edge kind whose words are all hostile.
std::vector<Sample> samples() {
    std::vector<Sample> out;
    const auto words = tests::hostile_words();
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i % nodes_in_one == 0) out.emplace_back();
        auto& [nodes, edges] = out.back();
        Node node;
        node.id = {static_cast<NodeType>(i % type_count), static_cast<std::uint32_t>(1 + i)};
        if (i % 3 == 0) node.status = static_cast<Status>(i % 6);
        node.words.text = tools::text::trim(words[i]);
        if (i % 5 == 0) node.words.reason = node.words.text;
        if (!nodes.empty())
            edges.push_back({node.id, static_cast<EdgeKind>(i % edge_kinds), nodes.back().id});
        if (nodes.size() > 2)
            edges.push_back({nodes[nodes.size() - 2].id, EdgeKind::blocks, node.id});
        nodes.push_back(std::move(node));
    }
    for (auto& [nodes, edges] : out) {
        std::sort(nodes.begin(), nodes.end(),
                  [](const Node& a, const Node& b) { return a.id < b.id; });
        std::sort(edges.begin(), edges.end());
    }
    return out;
}

tools::Json expected(const Sample& sample) {
    tools::Json nodes = tools::Json::object();
    for (const Node& node : sample.nodes)
        nodes[to_string(node.id)] = {{"type", exports::word(node.id.type)},
                                     {"text", node.words.text},
                                     {"label", exports::label(node)}};
    tools::Json edges = tools::Json::array();
    for (const Edge& edge : sample.edges)
        edges.push_back({to_string(edge.from), exports::word(edge.kind), to_string(edge.to)});
    return {{"nodes", nodes}, {"edges", edges}};
}

void save(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

/// Writes hostile maps into a directory in every format, and beside them what a
/// reader must find.
int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: export_samples DIR\n", stderr);
        return 2;
    }
    const std::filesystem::path dir = argv[1];
    std::filesystem::create_directories(dir);
    std::size_t number = 0;
    for (const Sample& sample : samples()) {
        const std::string stem = "map" + std::to_string(number++);
        const exports::Graph graph{"hostile \"map\"", 7, sample.nodes, sample.edges};
        save(dir / (stem + ".expected"), tools::dump_json(expected(sample)));
        for (const auto format : {ExportFormat::json, ExportFormat::mermaid, ExportFormat::dot,
                                  ExportFormat::graphml, ExportFormat::jsoncanvas})
            save(dir / (stem + "." + std::string(exports::word(format))),
                 exports::write(format, graph));
    }
}
