#include "tools/map/exports/exports.hpp"
#include "tools/text/utf8.hpp"

#include <array>
#include <utility>

namespace tools::map::exports {
namespace {

/// Characters that Mermaid and the HTML behind it take as they are. Everything
/// else of ASCII becomes an entity, and so do the marks Mermaid keeps for them.
bool is_plain(char32_t code) {
    constexpr std::string_view marks = " .,'()/+!?";
    if (code >= 0x80) return code != 0xFB02 && code != 0xB6;
    const char c = static_cast<char>(code);
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           marks.find(c) != std::string_view::npos;
}

std::string mermaid_text(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        const char32_t code = text::next_code_point(text, at);
        if (is_plain(code))
            out += text.substr(start, at - start);
        else
            out += "#" + std::to_string(static_cast<unsigned>(code)) + ";";
    }
    return out;
}

/// What stands around a label to give the node its shape.
std::pair<const char*, const char*> brackets(NodeType type) {
    constexpr std::array shapes{std::pair{"([", "])"}, std::pair{"[", "]"},   std::pair{"(", ")"},
                                std::pair{"[", "]"},   std::pair{"{{", "}}"}, std::pair{"{", "}"},
                                std::pair{">", "]"},   std::pair{"[(", ")]"}};
    return shapes[static_cast<std::size_t>(type)];
}

}  // namespace

std::string mermaid(const Graph& graph) {
    std::string out = "flowchart LR\n";
    for (const Node& node : graph.nodes) {
        const auto [open, close] = brackets(node.id.type);
        out += "  " + to_string(node.id) + open + "\"" + mermaid_text(label(node)) + "\"" + close +
               (is_open(node) ? "\n" : ":::closed\n");
    }
    for (const Edge& edge : graph.edges)
        out += "  " + to_string(edge.from) + " -->|" + std::string(word(edge.kind)) + "| " +
               to_string(edge.to) + "\n";
    return out + "  classDef closed stroke-dasharray: 4 4,opacity: 0.6\n";
}

}  // namespace tools::map::exports
