#pragma once

#include "tools/schema.hpp"
#include "tools/thread/append.hpp"
#include "tools/thread/view.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::thread {

/// Arguments of a called tool: an object, or a text that is kept byte for byte.
struct CallArguments {
    Json value;
};

/// A node as callers send it; which fields a kind has is checked by drafts_of.
struct NodeArgs {
    std::string kind;
    std::optional<std::string> role, content, model, name, call_id, output, target, strategy, local,
        nonce, vector;
    std::optional<CallArguments> args;
    std::optional<AnyObject> metadata, logprobs;
    std::optional<std::int64_t> tokens, timestamp;
    std::optional<std::vector<std::string>> parents, supersedes, transclude, members, source_span;

    static constexpr auto fields() {
        using N = NodeArgs;
        return std::tuple{
            field("kind", &N::kind,
                  "prompt, completion, tool_call, tool_result, critique or summary"),
            field("role", &N::role, "Of a prompt: user (default) or system"),
            field("content", &N::content, "Text of a prompt, completion, critique or summary"),
            field("model", &N::model, "That wrote a completion"),
            field("name", &N::name, "Of the tool called"),
            field("args", &N::args, "Of the call: object, or text kept as it is"),
            field("call_id", &N::call_id, "Of a call and of its result"),
            field("output", &N::output, "Of a tool_result"),
            field("target", &N::target, "Node a critique is about"),
            field("strategy", &N::strategy, "Of a critique, in a word"),
            field("members", &N::members, "Nodes a summary covers"),
            field("source_span", &N::source_span, "Or its first and last node"),
            field("parents", &N::parents,
                  "Ids or $local names; default: the node before, [] a root"),
            field("supersedes", &N::supersedes, "Nodes it takes the place of"),
            field("transclude", &N::transclude, "Nodes whose text it shows"),
            field("local", &N::local, "$name for this call"),
            field("metadata", &N::metadata, "Kept; importance 0..1 and message are read"),
            field("tokens", &N::tokens, "Of its text, where known", {.least = 0}),
            field("timestamp", &N::timestamp, "ms since 1970", {.least = 0}),
            field("nonce", &N::nonce, "Makes an equal node another one"),
            field("logprobs", &N::logprobs, "Kept"),
            field("vector", &N::vector,
                  "Of its text, base64 of little-endian float32, for query_vector; no part of the "
                  "id: a node without one takes it later, the first one stays")};
    }
};

/// Checks every node and throws all faults at once.
std::vector<Draft> drafts_of(const View& view, const std::vector<NodeArgs>& nodes);

/// What marks the nodes of one message: metadata.message, cut at 200 bytes.
std::string message_in(const Json& metadata);

/// JSON as one text that does not depend on the order of members.
std::string sorted_text(const Json& json);

}  // namespace tools::thread

namespace tools {

template <>
struct Type<thread::CallArguments> {
    static Json schema(const Limits& /*limits*/) {
        return {{"type", "object"}, {"properties", Json::object()}};
    }

    static void read(const Json& json, thread::CallArguments& to, const Place& place) {
        to.value = json;
        if (!json.is_object() && !json.is_string()) place.wrong("an object or a text");
    }

    static Json write(const thread::CallArguments& value) { return value.value; }
};

}  // namespace tools
