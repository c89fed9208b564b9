#include "tools/map/exports/exports.hpp"
#include "tools/text/invisible.hpp"
#include "tools/text/utf8.hpp"

#include <optional>

namespace tools::map::exports {
namespace {

bool is_xml(char32_t code) {
    return code == '\t' || (code >= 0x20 && code != 0x7F && code != 0xFFFE && code != 0xFFFF);
}

/// Text of an element or a quoted attribute; what XML cannot hold becomes U+FFFD.
std::string xml_text(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        const char32_t code = text::next_code_point(text, at);
        constexpr std::string_view special = "&<>\"'";
        const bool marked =
            code < 0x80 && special.find(static_cast<char>(code)) != std::string_view::npos;
        if (!is_xml(code))
            text::append_utf8(out, text::replacement);
        else if (marked || code == '\t' || (code >= 0x80 && code < 0xA0) ||
                 text::is_invisible(code))
            out += "&#" + std::to_string(static_cast<unsigned>(code)) + ";";
        else
            out += text.substr(start, at - start);
    }
    return out;
}

void data(std::string& to, const char* key, std::string_view value) {
    if (value.empty()) return;
    to += std::string("      <data key=\"") + key + "\">" + xml_text(value) + "</data>\n";
}

template <class E>
void data(std::string& to, const char* key, const std::optional<E>& value) {
    if (value) data(to, key, word(*value));
}

void write_node(std::string& to, const Node& node) {
    to += "    <node id=\"" + to_string(node.id) + "\">\n";
    data(to, "type", word(node.id.type));
    data(to, "text", node.words.text);
    data(to, "status", node.status);
    data(to, "source", node.source);
    data(to, "confidence", node.confidence);
    data(to, "reason", node.words.reason);
    data(to, "impact", node.words.impact);
    data(to, "mitigation", node.words.mitigation);
    to += "    </node>\n";
}

void write_key(std::string& to, const char* id, const char* domain) {
    to += std::string("  <key id=\"") + id + "\" for=\"" + domain + "\" attr.name=\"" + id +
          "\" attr.type=\"string\"/>\n";
}

}  // namespace

std::string graphml(const Graph& graph) {
    std::string out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    for (const char* key :
         {"type", "text", "status", "source", "confidence", "reason", "impact", "mitigation"})
        write_key(out, key, "node");
    write_key(out, "kind", "edge");
    out += "  <graph id=\"map\" edgedefault=\"directed\">\n";
    for (const Node& node : graph.nodes)
        write_node(out, node);
    std::size_t number = 0;
    for (const Edge& edge : graph.edges) {
        out += "    <edge id=\"e" + std::to_string(++number) + "\" source=\"" +
               to_string(edge.from) + "\" target=\"" + to_string(edge.to) + "\">\n";
        data(out, "kind", word(edge.kind));
        out += "    </edge>\n";
    }
    return out + "  </graph>\n</graphml>\n";
}

}  // namespace tools::map::exports
