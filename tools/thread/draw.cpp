#include "tools/thread/draw.hpp"

#include "tools/amount.hpp"
#include "tools/text/utf8.hpp"

#include <array>
#include <set>

namespace tools::thread {
namespace {

constexpr std::size_t label_length = 60;  ///< code points

const char* colour(ArcKind kind) {
    constexpr std::array colours{"#555555", "#b35900", "#1a7f37", "#0969da", "#cf222e", "#8250df"};
    return colours[static_cast<std::size_t>(kind)];
}

/// A text of letters that mean nothing in either language; others as numbers or blanks.
std::string plain_label(const std::string& text) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t n = 0; at < text.size() && n < label_length; ++n) {
        const char32_t code = text::next_code_point(text, at);
        const bool safe = (code >= U'0' && code <= U'9') || (code >= U'A' && code <= U'Z') ||
                          (code >= U'a' && code <= U'z') || code == U' ' || code == U'.' ||
                          code == U',' || code == U':' || code > 0xA0;
        const bool hidden = code >= 0x2000 && code <= 0x206F;
        text::append_utf8(out, safe && !hidden ? code : U' ');
    }
    return at < text.size() ? out + "..." : out;
}

std::string label_of(const View& view, const Drawing& drawing, const Node& node) {
    std::string out = std::string(names(node.kind)[static_cast<std::size_t>(node.kind)]) + " " +
                      view.short_id(node) + ": " + plain_label(view.text(node));
    const auto reason = drawing.reasons.find(node.number);
    return reason == drawing.reasons.end() ? out : out + " (" + reason->second + ")";
}

bool is_out(const Drawing& drawing, Number number) {
    const auto reason = drawing.reasons.find(number);
    if (reason == drawing.reasons.end()) return !drawing.reasons.empty();
    return reason->second != "selected" && reason->second != "pinned" && reason->second != "tail" &&
           reason->second != "truncated" && reason->second != "summary_of";
}

/// All ways between the nodes drawn, from what depends to what it depends on.
std::vector<Arc> drawn_arcs(const View& view, const Drawing& drawing) {
    const std::set<Number> drawn(drawing.nodes.begin(), drawing.nodes.end());
    std::vector<Arc> out;
    for (const Number number : drawing.nodes)
        for (const Arc& arc : view.into(number))
            if (drawn.count(arc.from) > 0) out.push_back(arc);
    return out;
}

}  // namespace

std::string mermaid(const View& view, const Drawing& drawing) {
    std::string out = "flowchart BT\n";
    for (const Number number : drawing.nodes)
        out += "  n" + std::to_string(number) + "[\"" + label_of(view, drawing, view.node(number)) +
               "\"]" + (is_out(drawing, number) ? ":::out" : "") + "\n";
    std::size_t index = 0;
    std::string styles;
    for (const Arc& arc : drawn_arcs(view, drawing)) {
        out += "  n" + std::to_string(arc.from) + " -->|" +
               names(arc.kind)[static_cast<std::size_t>(arc.kind)] + "| n" +
               std::to_string(arc.to) + "\n";
        styles += "  linkStyle " + std::to_string(index++) + " stroke:" + colour(arc.kind) + "\n";
    }
    out += styles + "  classDef out stroke-dasharray: 4\n";
    if (drawing.omitted > 0) out += "%% " + amount(drawing.omitted, "node") + " omitted\n";
    return out;
}

std::string dot(const View& view, const Drawing& drawing) {
    std::string out = "digraph thread {\n  rankdir=BT;\n";
    for (const Number number : drawing.nodes)
        out += "  n" + std::to_string(number) + " [label=\"" +
               label_of(view, drawing, view.node(number)) + "\"" +
               (is_out(drawing, number) ? ", style=dashed" : "") + "];\n";
    for (const Arc& arc : drawn_arcs(view, drawing))
        out += "  n" + std::to_string(arc.from) + " -> n" + std::to_string(arc.to) + " [color=\"" +
               colour(arc.kind) + "\", label=\"" +
               names(arc.kind)[static_cast<std::size_t>(arc.kind)] + "\"];\n";
    if (drawing.omitted > 0) out += "  // " + amount(drawing.omitted, "node") + " omitted\n";
    return out + "}\n";
}

}  // namespace tools::thread
