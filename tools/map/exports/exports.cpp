#include "tools/map/exports/exports.hpp"

#include "tools/map/text.hpp"
#include "tools/text/invisible.hpp"
#include "tools/text/utf8.hpp"

#include <array>
#include <cstdio>

namespace tools::map::exports {

std::string label(const Node& node) {
    return to_string(node.id) + ": " + text::reveal(node.words.text);
}

std::string markdown(const Graph& graph) {
    return text::reveal(print_map(graph.nodes, graph.edges));
}

std::string plain_json(std::string_view dumped) {
    std::string out;
    for (std::size_t at = 0; at < dumped.size();) {
        const std::size_t start = at;
        const char32_t code = text::next_code_point(dumped, at);
        if (!text::is_invisible(code)) {
            out += dumped.substr(start, at - start);
            continue;
        }
        std::array<char, 16> escape{};
        const auto unit = static_cast<unsigned>(code < 0x10000 ? code : 0xD7C0U + (code >> 10U));
        std::snprintf(escape.data(), escape.size(), "\\u%04x", unit);
        out += escape.data();
        if (code < 0x10000) continue;
        std::snprintf(escape.data(), escape.size(), "\\u%04x",
                      static_cast<unsigned>(0xDC00U | (code & 0x3FFU)));
        out += escape.data();
    }
    return out;
}

std::string write(ExportFormat format, const Graph& graph) {
    switch (format) {
        case ExportFormat::markdown:
            return markdown(graph);
        case ExportFormat::json:
            return node_link(graph);
        case ExportFormat::mermaid:
            return mermaid(graph);
        case ExportFormat::dot:
            return dot(graph);
        case ExportFormat::graphml:
            return graphml(graph);
        case ExportFormat::jsoncanvas:
            return canvas(graph);
    }
    return {};
}

}  // namespace tools::map::exports
