#include "tools/map/text.hpp"

#include <set>

namespace tools::map {
namespace {

template <class E>
void print_word(std::string& out, const char* field, const std::optional<E>& value) {
    if (!value) return;
    ((out += " - ") += field) += ": ";
    out += names(*value)[static_cast<std::size_t>(*value)];
}

void print_words(std::string& out, const char* field, const std::string& words) {
    if (!words.empty()) (((out += " - ") += field) += ": ") += escape(words);
}

}  // namespace

void print_node(std::string& out, const Node& node, const Words& words) {
    constexpr std::size_t beside_text = 128;
    out.reserve(out.size() + words.text.size() + beside_text);
    out += '[';
    append_id(out, node.id);
    ((out += "] ") += title(node.id.type)) += ": ";
    out += escape(words.text);
    print_word(out, "status", node.status);
    print_word(out, "source", node.source);
    print_word(out, "confidence", node.confidence);
    print_words(out, "reason", words.reason);
    print_words(out, "impact", words.impact);
    print_words(out, "mitigation", words.mitigation);
}

std::string print_node(const Node& node) {
    std::string out;
    print_node(out, node, node.words);
    return out;
}

std::string print_map(std::span<const Node> nodes, std::span<const Edge> edges) {
    if (nodes.empty()) return {};
    std::set<NodeId> shown;
    std::string out = "## Nodes\n";
    for (const Node& node : nodes) {
        shown.insert(node.id);
        ((out += "- ") += print_node(node)) += '\n';
    }
    std::string lines;
    for (const Edge& edge : edges)
        if (shown.contains(edge.from) && shown.contains(edge.to))
            ((lines += "- ") += to_string(edge)) += '\n';
    return lines.empty() ? out : out + "\n## Relationships\n" + lines;
}

}  // namespace tools::map
