#include "tools/thread/shown_json.hpp"

#include "tools/text/invisible.hpp"
#include "tools/text/utf8.hpp"

namespace tools::thread {

std::string beginning(const std::string& text, std::size_t most) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t count = 0; at < text.size() && count < most; ++count) {
        const char32_t code = text::next_code_point(text, at);
        text::append_utf8(out, code == U'\n' || code == U'\r' ? U' ' : code);
    }
    return at < text.size() ? out + "..." : out;
}

std::string ShownNode::line() const {
    std::string out = id + " " + kind;
    if (role && *role != "user") out += " (" + *role + ")";
    if (state != "active") out += " [" + state + (by ? " by " + *by : "") + "]";
    return out + ": " + text::reveal(text);
}

ShownNode shown_node(const View& view, Number number, std::size_t most) {
    const Node node = view.node(number);
    const Standing standing = standing_of(view, node);
    ShownNode out;
    out.id = view.short_id(node);
    out.kind = word(node.kind);
    if (node.kind == Kind::prompt) out.role = word(node.role);
    const std::string text = view.text(node);
    out.text = most == 0 ? text : beginning(text, most);
    out.state = word(standing.state);
    if (standing.by != 0) out.by = view.short_id(standing.by);
    return out;
}

std::string lines_of(const std::vector<ShownNode>& nodes) {
    std::string out;
    for (const ShownNode& node : nodes)
        out += "- " + node.line() + "\n";
    return out;
}

}  // namespace tools::thread
