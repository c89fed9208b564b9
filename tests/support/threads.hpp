#pragma once

#include "tests/support/caller.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tests {

inline tools::Json user(const std::string& content) {
    return {{"kind", "prompt"}, {"content", content}};
}

inline tools::Json system_prompt(const std::string& content) {
    return {{"kind", "prompt"}, {"role", "system"}, {"content", content}};
}

inline tools::Json says(const std::string& content) {
    return {{"kind", "completion"}, {"content", content}};
}

inline tools::Json calls(const std::string& id, const std::string& args = "{}") {
    return {{"kind", "tool_call"}, {"name", "look"}, {"call_id", id}, {"args", args}};
}

inline tools::Json result(const std::string& id, const std::string& output) {
    return {{"kind", "tool_result"}, {"call_id", id}, {"output", output}};
}

/// A node with one more field.
inline tools::Json with(tools::Json node, const char* field, tools::Json value) {
    node[field] = std::move(value);
    return node;
}

/// Appends and gives back the ids.
inline std::vector<std::string> append(Caller& caller, const tools::Json& nodes,
                                       const std::string& branch = "main") {
    return caller.fields("thread_append", {{"nodes", nodes}, {"branch", branch}})["ids"];
}

/// The texts of an assembled context, `role: text` each.
inline std::vector<std::string> assembled(Caller& caller,
                                          tools::Json args = tools::Json::object()) {
    std::vector<std::string> out;
    const tools::Json reply = caller.fields("thread_assemble", args);
    for (const auto& message : reply["messages"])
        out.push_back(
            message["role"].get<std::string>() + ": " +
            (message["content"].is_string() ? message["content"].get<std::string>() : ""));
    return out;
}

}  // namespace tests
