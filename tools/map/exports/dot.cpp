#include "tools/map/exports/exports.hpp"

#include <array>
#include <cctype>

namespace tools::map::exports {
namespace {

/// True where graphviz would read an entity such as `&lt;`, `&#60;` or even `&#;`.
bool starts_entity(std::string_view text) {
    std::size_t at = text.size() > 1 && text[1] == '#' ? 2 : 1;
    while (at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0)
        ++at;
    return at > 1 && at < text.size() && text[at] == ';';
}

/// A quoted string, never one of DOT's HTML labels; backslashes, quotes and
/// entities read as themselves.
std::string dot_string(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"' || text[i] == '\\') out += '\\';
        out += text[i];
        if (text[i] == '&' && starts_entity(text.substr(i))) out += "amp;";
    }
    return out + "\"";
}

const char* shape(NodeType type) {
    constexpr std::array shapes{"doubleoctagon", "note",    "tab",     "box",
                                "hexagon",       "diamond", "octagon", "folder"};
    return shapes[static_cast<std::size_t>(type)];
}

}  // namespace

std::string dot(const Graph& graph) {
    std::string out = "digraph map {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n";
    for (const Node& node : graph.nodes)
        out += "  \"" + to_string(node.id) + "\" [label=" + dot_string(label(node)) +
               ", shape=" + shape(node.id.type) + (is_open(node) ? "" : ", style=dashed") + "];\n";
    for (const Edge& edge : graph.edges)
        out += "  \"" + to_string(edge.from) + "\" -> \"" + to_string(edge.to) +
               "\" [label=" + dot_string(word(edge.kind)) + "];\n";
    return out + "}\n";
}

}  // namespace tools::map::exports
