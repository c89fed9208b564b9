#pragma once

#include "tools/schema.hpp"
#include "tools/thread/states.hpp"
#include "tools/thread/view.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::thread {

inline constexpr std::size_t short_text = 80;  ///< code points of a node in short form

/// A node in short form.
struct ShownNode {
    std::string id, kind;
    std::optional<std::string> role;
    std::string text, state;
    std::optional<std::string> by;

    static constexpr auto fields() {
        return std::tuple{
            field("id", &ShownNode::id, "Its id."),
            field("kind", &ShownNode::kind, "What it is."),
            field("role", &ShownNode::role, "Of a prompt."),
            field("text", &ShownNode::text, "How it begins."),
            field("state", &ShownNode::state, "active, superseded, retracted, stale."),
            field("by", &ShownNode::by, "The node that made it so.")};
    }

    [[nodiscard]] std::string line() const;
};

ShownNode shown_node(const View& view, Number number, std::size_t most = short_text);

/// At most so many code points of a text, `...` where it goes on, on one line.
std::string beginning(const std::string& text, std::size_t most);

/// `- id kind: text` a line.
std::string lines_of(const std::vector<ShownNode>& nodes);

}  // namespace tools::thread
