#include "tools/thread/formats_json.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

/// What import kept of a message beside its texts, from its first node's metadata.
Json kept_of(const Message& message, const char* member) {
    for (const std::string& text : message.metadata) {
        if (text.empty()) continue;
        const Json metadata = parse_json(text);
        if (const auto it = metadata.find(member); it != metadata.end()) return *it;
    }
    return nullptr;
}

bool is_from(const Message& message, Format format) {
    const Json kept = kept_of(message, "format");
    return kept.is_string() &&
           kept.get_ref<const std::string&>() == names(format)[static_cast<std::size_t>(format)];
}

/// Arguments as an object, where they are one.
Json arguments_of(const ShownCall& call) {
    try {
        Json parsed = parse_json(call.args);
        if (parsed.is_object()) return parsed;
    } catch (const store::Error&) {
        return Json{{"arguments", call.args}};
    }
    return Json{{"arguments", call.args}};
}

Json openai(const Message& message) {
    Json out = Json::object();
    out["role"] = names(Speaker{})[static_cast<std::size_t>(message.speaker)];
    if (message.speaker == Speaker::system && kept_of(message, "role") == "developer")
        out["role"] = "developer";
    if (message.speaker == Speaker::tool) out["tool_call_id"] = message.call_id;
    const Json parts = is_from(message, Format::openai) ? kept_of(message, "parts") : Json();
    if (!parts.is_null())
        out["content"] = parts;
    else if (message.has_text && kept_of(message, "no_text").is_null())
        out["content"] = message.text;
    else if (kept_of(message, "no_content").is_null())
        out["content"] = nullptr;
    for (const ShownCall& call : message.calls)
        out["tool_calls"].push_back(
            {{"id", call.id},
             {"type", "function"},
             {"function", {{"name", call.name}, {"arguments", call.args}}}});
    const Json extra = is_from(message, Format::openai) ? kept_of(message, "extra") : Json();
    if (extra.is_object())
        for (const auto& [name, value] : extra.items())
            out[name] = value;
    return out;
}

Json tool_result_block(const Message& message) {
    const bool own = is_from(message, Format::anthropic);
    const Json parts = own ? kept_of(message, "parts") : Json();
    Json out = {{"type", "tool_result"}, {"tool_use_id", message.call_id}};
    if (!own || kept_of(message, "no_content").is_null())
        out["content"] = parts.is_null() ? Json(message.text) : parts;
    const Json extra = own ? kept_of(message, "extra") : Json();
    if (extra.is_object())
        for (const auto& [name, value] : extra.items())
            out[name] = value;
    return out;
}

/// What import kept of a content, without calls that are not shown.
Json shown_parts(const Message& message, const Json& parts) {
    Json out = Json::array();
    for (const Json& part : parts) {
        const bool call = part.is_object() && part.contains("type") && part["type"] == "tool_use";
        const bool shown =
            call && std::any_of(message.calls.begin(), message.calls.end(),
                                [&](const ShownCall& one) { return part["id"] == one.id; });
        if (!call || shown) out.push_back(part);
    }
    return out;
}

/// Results in a row are one message of the user; everything else is one each.
Json anthropic(const Message& message) {
    const bool speaks = message.speaker == Speaker::assistant;
    Json out = {{"role", speaks ? "assistant" : "user"}};
    if (message.speaker == Speaker::system && !message.is_summary) out["role"] = "system";
    const Json parts = is_from(message, Format::anthropic) ? kept_of(message, "parts") : Json();
    if (message.speaker == Speaker::tool) {
        out["content"] = Json::array({tool_result_block(message)});
    } else if (parts.is_array()) {
        out["content"] = shown_parts(message, parts);
    } else if (message.calls.empty()) {
        out["content"] = message.text;
    } else {
        out["content"] = Json::array();
        if (message.has_text) out["content"].push_back({{"type", "text"}, {"text", message.text}});
        for (const ShownCall& call : message.calls)
            out["content"].push_back({{"type", "tool_use"},
                                      {"id", call.id},
                                      {"name", call.name},
                                      {"input", arguments_of(call)}});
    }
    return out;
}

Json langchain(const Message& message) {
    constexpr std::array types{"system", "human", "ai", "tool"};
    Json data = {{"content", message.text}};
    if (message.speaker == Speaker::assistant) data["tool_calls"] = Json::array();
    for (const ShownCall& call : message.calls)
        data["tool_calls"].push_back({{"id", call.id},
                                      {"name", call.name},
                                      {"args", arguments_of(call)},
                                      {"type", "tool_call"}});
    if (message.speaker == Speaker::tool) data["tool_call_id"] = message.call_id;
    return {{"type", types[static_cast<std::size_t>(message.speaker)]}, {"data", std::move(data)}};
}

/// A result or call as text, for formats without either.
std::string flat_text(const Message& message) {
    std::string out = message.text;
    for (const ShownCall& call : message.calls)
        out +=
            (out.empty() ? "" : "\n") + std::string("[calls ") + call.name + "(" + call.args + ")]";
    return out;
}

Json llamaindex(const Message& message) {
    const bool tool = message.speaker == Speaker::tool;  // LlamaIndex knows no such role
    return {{"role", tool ? "user" : names(Speaker{})[static_cast<std::size_t>(message.speaker)]},
            {"content", flat_text(message)}};
}

std::string chatml(const Message& message) {
    return std::string("<|im_start|>") +
           names(Speaker{})[static_cast<std::size_t>(message.speaker)] + "\n" +
           escape_chatml(flat_text(message)) + "<|im_end|>\n";
}

Json written(const Message& message, Format format) {
    if (format == Format::openai) return openai(message);
    if (format == Format::anthropic) return anthropic(message);
    if (format == Format::langchain_stored) return langchain(message);
    return llamaindex(message);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

}  // namespace

// `<|` becomes `<\|` and a `<\` that was there gets one more `\`, so that it can be undone.
std::string escape_chatml(const std::string& text) {
    std::string out = text;
    replace_all(out, "<\\", "<\\\\");
    replace_all(out, "<|", "<\\|");
    return out;
}

std::string unescape_chatml(const std::string& text) {
    std::string out = text;
    replace_all(out, "<\\|", "<|");
    replace_all(out, "<\\\\", "<\\");
    return out;
}

Written write_messages(const std::vector<Message>& messages, Format format) {
    Written out;
    bool results = false;
    for (const Message& message : messages) {
        if (!is_from(message, format) && !kept_of(message, "parts").is_null()) ++out.lost;
        const bool result = message.speaker == Speaker::tool;
        const bool joined = results && kept_of(message, "joined") == true;
        if (format == Format::chatml_text) {
            out.text += chatml(message);
            out.nodes.push_back(message.nodes);
        } else if (format == Format::anthropic && result && results) {
            out.messages.back()["content"].push_back(tool_result_block(message));
            out.nodes.back().insert(out.nodes.back().end(), message.nodes.begin(),
                                    message.nodes.end());
        } else if (format == Format::anthropic && joined) {
            for (const Json& part : kept_of(message, "parts"))
                out.messages.back()["content"].push_back(part);
            out.nodes.back().insert(out.nodes.back().end(), message.nodes.begin(),
                                    message.nodes.end());
        } else {
            out.messages.push_back(written(message, format));
            out.nodes.push_back(message.nodes);
        }
        results = result;
    }
    if (format == Format::chatml_text) out.messages.push_back({{"text", out.text}});
    return out;
}

}  // namespace tools::thread
