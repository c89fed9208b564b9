#include "tools/thread/model.hpp"

#include <charconv>

namespace tools::thread {

bool is_causal(const Node& node) {
    return node.kind != Kind::summary && !is_verdict(node);
}

bool is_verdict(const Node& node) {
    return is_verdict(node.kind, node.strategy);
}

bool is_verdict(Kind kind, std::string_view strategy) {
    return kind == Kind::critique && (strategy == retract_strategy || strategy == restore_strategy);
}

std::string shown_text(const Header& node, const Words& words) {
    return node.kind == Kind::tool_call ? words.name + "(" + words.text + ")" : words.text;
}

std::string version_name(std::uint64_t number) {
    return "v" + std::to_string(number);
}

std::optional<std::uint64_t> read_version_name(std::string_view text) {
    if (text.size() < 2 || (text.front() != 'v' && text.front() != 'V')) return std::nullopt;
    std::uint64_t number = 0;
    const auto [stop, fault] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (fault != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace tools::thread
