#pragma once

#include "tools/schema.hpp"
#include "tools/thread/context.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tools::thread {

/// How messages are written for others.
enum class Format : std::uint8_t { openai, anthropic, langchain_stored, llamaindex, chatml_text };

constexpr auto names(Format) {
    return std::array{"openai", "anthropic", "langchain_stored", "llamaindex", "chatml_text"};
}

struct Written {
    Json messages = Json::array();           ///< for chatml_text one object with `text`
    std::string text;                        ///< chatml_text only
    std::vector<std::vector<Number>> nodes;  ///< of each message
    std::size_t lost = 0;                    ///< parts that only another format can hold
};

Written write_messages(const std::vector<Message>& messages, Format format);

/// A text with the special tokens of ChatML made harmless, and back.
std::string escape_chatml(const std::string& text);
std::string unescape_chatml(const std::string& text);

}  // namespace tools::thread
