#pragma once

#include "tools/thread/choose.hpp"

#include <string>
#include <vector>

namespace tools::thread {

enum class Speaker : std::uint8_t { system, user, assistant, tool };

constexpr auto names(Speaker) {
    return std::array{"system", "user", "assistant", "tool"};
}

/// A tool call as a message shows it.
struct ShownCall {
    std::string id, name, args;
    bool object = false;  ///< arguments came as an object
};

/// A message, in no format yet.
struct Message {
    Speaker speaker = Speaker::user;
    bool has_text = false;  ///< false where only calls were said
    bool is_summary = false;
    std::string text;
    std::vector<ShownCall> calls;
    std::string call_id;                ///< of a result
    std::vector<Number> nodes;          ///< that it shows
    std::vector<std::string> metadata;  ///< of those nodes, JSON or empty
};

/// The context to send next, and why each candidate is or is not in it.
struct Context {
    Line line;
    Choice choice;
    std::vector<Message> messages;
};

/// Candidates of the heads within a budget (D12..D16).
Context assemble(const View& view, const std::vector<Number>& heads, const Wish& wish,
                 bool drop_critique, const Counter& counter);

/// Every active node on the line as messages, open calls too.
std::vector<Message> whole_line(const View& view, const std::vector<Number>& heads);

}  // namespace tools::thread
