#include "tools/map/model.hpp"

#include "tools/nearest.hpp"

#include <charconv>

namespace tools::map {

bool same(const Node& a, const Node& b) {
    return a.id == b.id && a.status == b.status && a.source == b.source &&
           a.confidence == b.confidence && a.words == b.words;
}

bool is_open(const Node& node) {
    return !node.status || *node.status < Status::done;
}

bool is_active(const Node& node) {
    return !node.status || *node.status == Status::active;
}

bool is_unfinished(const Node& node) {
    if (node.status == Status::pending || node.status == Status::blocked) return true;
    const NodeType type = node.id.type;
    const bool work = type == NodeType::goal || type == NodeType::task ||
                      type == NodeType::question || type == NodeType::risk;
    return work && is_active(node);
}

char letter(NodeType type) {
    return type_letters[static_cast<std::size_t>(type)];
}

const char* title(NodeType type) {
    constexpr std::array titles{"Goal",     "Context",  "Preference", "Task",
                                "Decision", "Question", "Risk",       "Artifact"};
    return titles[static_cast<std::size_t>(type)];
}

void append_id(std::string& out, NodeId id) {
    constexpr std::size_t most_digits = 10;
    std::array<char, most_digits> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), id.number).ptr;
    (out += letter(id.type)).append(digits.data(), end);
}

std::string to_string(NodeId id) {
    std::string out;
    append_id(out, id);
    return out;
}

std::vector<std::string> to_strings(std::span<const NodeId> ids) {
    std::vector<std::string> out;
    out.reserve(ids.size());
    for (const NodeId id : ids)
        out.push_back(to_string(id));
    return out;
}

void append_edge(std::string& out, const Edge& edge) {
    out += '[';
    append_id(out, edge.from);
    ((out += "] --") += names(edge.kind)[static_cast<std::size_t>(edge.kind)]) += "--> [";
    append_id(out, edge.to);
    out += ']';
}

std::string to_string(const Edge& edge) {
    constexpr std::size_t usual = 48;
    std::string out;
    out.reserve(usual);
    append_edge(out, edge);
    return out;
}

std::optional<NodeId> read_id(std::string_view text) {
    const auto trim = [&](std::string_view ends) {
        const auto first = text.find_first_not_of(ends);
        if (first == std::string_view::npos) return std::string_view{};
        return text.substr(first, text.find_last_not_of(ends) - first + 1);
    };
    text = trim(" \t");
    if (text.size() > 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    text = trim(" \t");
    if (text.size() < 2 || text[1] < '1' || text[1] > '9') return std::nullopt;
    const char upper =
        text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
    const auto type = type_letters.find(upper);
    if (type == std::string_view::npos) return std::nullopt;
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data() + 1, end, number);
    if (fault != std::errc{} || stop != end || number > max_number) return std::nullopt;
    return NodeId{static_cast<NodeType>(type), number};
}

std::optional<NodeType> read_type(std::string_view text) {
    const std::string word = fold_word(text);
    const auto words = names(NodeType{});
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char lower = static_cast<char>(type_letters[i] - 'A' + 'a');
        if (word == words[i] || (word.size() == 1 && word[0] == lower))
            return static_cast<NodeType>(i);
    }
    return std::nullopt;
}

}  // namespace tools::map
