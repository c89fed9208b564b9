#include "tools/thread/import_json.hpp"

#include "tools/thread/node_json.hpp"

#include <algorithm>
#include <set>

namespace tools::thread {
namespace {

[[noreturn]] void refuse_message(std::size_t i, const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, "the messages do not fit: nothing was stored",
                       {{"/messages/" + std::to_string(i), reason, message, "", {}}});
}

std::optional<Speaker> read_speaker(const std::string& role) {
    const std::string word = fold_word(role);
    if (word == "system" || word == "developer") return Speaker::system;
    if (word == "user" || word == "human") return Speaker::user;
    if (word == "assistant" || word == "ai" || word == "model") return Speaker::assistant;
    if (word == "tool" || word == "function") return Speaker::tool;
    return std::nullopt;
}

/// A member of what may be no object, or what stands in its place.
Json member(const Json& of, const char* name, Json otherwise = nullptr) {
    if (!of.is_object()) return otherwise;
    const auto it = of.find(name);
    return it == of.end() || it->is_null() ? std::move(otherwise) : *it;
}

std::string type_of(const Json& part) {
    const Json type = member(part, "type");
    return type.is_string() ? type.get<std::string>() : std::string();
}

/// The text of a content: itself, or its text parts; null: none.
std::string text_of(const Json& content) {
    if (content.is_string()) return content.get<std::string>();
    std::string out;
    if (!content.is_array()) return out;
    for (const Json& part : content) {
        const bool text = part.is_object() && part.contains("text") && part["text"].is_string();
        if (text) out += (out.empty() ? "" : "\n") + part["text"].get<std::string>();
        if (part.is_string()) out += (out.empty() ? "" : "\n") + part.get<std::string>();
    }
    return out;
}

class Importing {
public:
    explicit Importing(Format format) : format_(format) {}

    Imported run(const Json& messages) {
        for (index_ = 0; index_ < messages.size(); ++index_) {
            const Json& message = messages[index_];
            if (!message.is_object()) refuse_message(index_, "wrong_type", "expected an object");
            if (format_ == Format::anthropic)
                read_anthropic(message);
            else if (format_ == Format::langchain_stored)
                read_openai(from_langchain(message));
            else
                read_openai(message);
        }
        return std::move(out_);
    }

private:
    Speaker speaker_in(const Json& message) const {
        const Json role = member(message, "role");
        if (!role.is_string())
            refuse_message(index_, "missing", "expected role: system, user, assistant or tool");
        if (const auto speaker = read_speaker(role.get<std::string>())) return *speaker;
        refuse_message(index_, "unknown_role",
                       "role \"" + role.get<std::string>().substr(0, 50) +
                           "\" is none of system, user, assistant, tool");
    }

    Draft& add(Kind kind, const std::string& text) {
        Draft draft;
        draft.local = "$m" + std::to_string(out_.drafts.size());
        draft.path = "/messages/" + std::to_string(index_);
        draft.parents.emplace();
        if (!out_.drafts.empty()) draft.parents->push_back(out_.drafts.back().local);
        draft.made.node.kind = kind;
        draft.made.words.text = text;
        if (text.size() > max_content)
            refuse_message(
                index_, "too_long",
                "a text has at most 1 MiB, this one has " + std::to_string(text.size()) + " bytes");
        out_.drafts.push_back(std::move(draft));
        return out_.drafts.back();
    }

    /// Gives a node what it keeps beside its text.
    void finish(Draft& draft, Json kept) {
        if (kept.empty()) return;
        kept["format"] = names(format_)[static_cast<std::size_t>(format_)];
        draft.made.words.metadata = sorted_text(kept);
    }

    void add_result(const Json& id, const std::string& text, Json kept) {
        if (!id.is_string() || open_.count(id.get<std::string>()) == 0)
            refuse_message(index_, "missing_call",
                           "the result names no call before it: send the call's message, too");
        Draft& draft = add(Kind::tool_result, text);
        draft.made.node.call_id = id.get<std::string>();
        finish(draft, std::move(kept));
    }

    void add_call(const Json& id, const Json& name, const Json& args, Json kept) {
        if (!id.is_string() || !name.is_string())
            refuse_message(index_, "missing", "expected id and name of each tool call");
        Draft& draft =
            add(Kind::tool_call, args.is_string() ? args.get<std::string>() : dump_json(args));
        Node& node = draft.made.node;
        node.args_object = !args.is_string();
        node.call_id = id.get<std::string>();
        draft.made.words.name = name.get<std::string>();
        open_.insert(node.call_id);
        if (!border_.empty()) kept["message"] = node.message = border_;
        finish(draft, std::move(kept));
    }

    /// Calls without a text right behind another message of the assistant's need a mark,
    /// or the two would read as one.
    void mark_border(bool has_text) {
        border_.clear();
        if (has_text || out_.drafts.empty()) return;
        const Kind before = out_.drafts.back().made.node.kind;
        if (before == Kind::completion || before == Kind::tool_call)
            border_ = "m" + std::to_string(index_);
    }

    void read_openai(const Json& message) {
        const Speaker speaker = speaker_in(message);
        Json kept = Json::object();
        Json extra = Json::object();
        for (const auto& [name, value] : message.items())
            if (name != "role" && name != "content" && name != "tool_calls" &&
                name != "tool_call_id")
                extra[name] = value;
        if (!extra.empty()) kept["extra"] = std::move(extra);
        const Json content = member(message, "content");
        if (content.is_array()) kept["parts"] = content;
        if (!content.is_array() && !content.is_string() && !content.is_null())
            refuse_message(index_, "wrong_type", "expected content: a text, parts or null");
        if (speaker == Speaker::tool) {
            add_result(member(message, "tool_call_id"), text_of(content), std::move(kept));
        } else if (speaker == Speaker::assistant) {
            read_assistant(message, content, std::move(kept));
        } else {
            if (message["role"] == "developer") kept["role"] = "developer";
            Draft& draft = add(Kind::prompt, text_of(content));
            if (speaker == Speaker::system) draft.made.node.role = Role::system;
            finish(draft, std::move(kept));
        }
    }

    void read_assistant(const Json& message, const Json& content, Json kept) {
        const Json calls = member(message, "tool_calls", Json::array());
        const bool has_calls = calls.is_array() && !calls.empty();
        mark_border(!content.is_null());
        if (!content.is_null() || !has_calls) {
            if (content.is_null()) kept["no_text"] = true;
            finish(add(Kind::completion, text_of(content)), std::move(kept));
            kept = Json::object();
        } else if (!message.contains("content")) {
            kept["no_content"] = true;
        }
        if (!has_calls) return;
        for (const Json& call : calls) {
            const Json function = member(call, "function", Json::object());
            add_call(member(call, "id"), member(function, "name"),
                     member(function, "arguments", Json("")), std::exchange(kept, Json::object()));
        }
    }

    Json from_langchain(const Json& message) {
        const Json data = member(message, "data", Json::object());
        Json out = {{"role", member(message, "type")}, {"content", member(data, "content")}};
        for (const Json& call : member(data, "tool_calls", Json::array()))
            out["tool_calls"].push_back(
                {{"id", member(call, "id")},
                 {"function",
                  {{"name", member(call, "name")},
                   {"arguments", dump_json(member(call, "args", Json::object()))}}}});
        if (data.contains("tool_call_id")) out["tool_call_id"] = data["tool_call_id"];
        if (out.contains("tool_calls") && out["content"] == "") out["content"] = nullptr;
        for (const auto& [name, value] : data.items())
            if (name != "content" && name != "tool_calls" && name != "tool_call_id") ++out_.lost;
        return out;
    }

    void read_anthropic(const Json& message) {
        const Speaker speaker = speaker_in(message);
        const Json content = member(message, "content");
        if (!content.is_string() && !content.is_array())
            refuse_message(index_, "wrong_type", "expected content: a text or blocks");
        if (message.size() > 2) out_.lost += message.size() - 2;
        if (speaker == Speaker::assistant)
            read_turn(content);
        else
            read_blocks(content, speaker);
    }

    /// A turn of the assistant: text and calls, or blocks that are kept as they are.
    void read_turn(const Json& content) {
        Json kept = Json::object();
        std::vector<Json> calls;
        std::size_t texts = 0;
        bool plain = content.is_array();
        if (content.is_array())
            for (const Json& block : content) {
                const std::string type = type_of(block);
                if (type == "tool_use")
                    calls.push_back(block);
                else
                    plain = plain && type == "text" && block.size() == 2 && ++texts == 1 &&
                            calls.empty();
            }
        plain = plain && !calls.empty();
        for (const Json& call : calls)
            plain = plain && call.size() == 4 && member(call, "input").is_object();
        if (content.is_array() && !plain) kept["parts"] = content;
        const bool has_text = content.is_string() || texts > 0 || !plain;
        mark_border(has_text);
        if (has_text) finish(add(Kind::completion, text_of(content)), std::move(kept));
        for (const Json& call : calls)
            add_call(member(call, "id"), member(call, "name"),
                     member(call, "input", Json::object()), Json::object());
    }

    /// A message of the user's: results first, then what else it says.
    void read_blocks(const Json& content, Speaker speaker) {
        Json rest = Json::array();
        if (content.is_array())
            for (const Json& block : content) {
                if (type_of(block) != "tool_result") {
                    rest.push_back(block);
                    continue;
                }
                Json kept = Json::object(), extra = Json::object();
                for (const auto& [name, value] : block.items())
                    if (name != "type" && name != "tool_use_id" && name != "content")
                        extra[name] = value;
                if (!extra.empty()) kept["extra"] = std::move(extra);
                const Json inner = member(block, "content");
                if (!block.contains("content")) kept["no_content"] = true;
                if (inner.is_array()) kept["parts"] = inner;
                add_result(member(block, "tool_use_id"), text_of(inner), std::move(kept));
            }
        const bool results = content.is_array() && rest.size() < content.size();
        if (results && rest.empty()) return;
        Json kept = Json::object();
        if (content.is_array()) kept["parts"] = rest;
        if (results) kept["joined"] = true;
        Draft& draft = add(Kind::prompt, text_of(content.is_array() ? rest : content));
        if (speaker == Speaker::system) draft.made.node.role = Role::system;
        finish(draft, std::move(kept));
    }

    Format format_;
    std::size_t index_ = 0;
    std::string border_;
    std::set<std::string> open_;
    Imported out_;
};

}  // namespace

Format guess_format(const Json& messages) {
    for (const Json& message : messages) {
        if (!message.is_object()) continue;
        if (message.contains("data") && message.contains("type")) return Format::langchain_stored;
        if (message.contains("tool_calls") || message.contains("tool_call_id"))
            return Format::openai;
        const Json content = member(message, "content");
        if (!content.is_array()) continue;
        for (const Json& part : content) {
            const std::string type = type_of(part);
            if (type == "tool_use" || type == "tool_result" || type == "thinking" ||
                type == "image" || type == "document")
                return Format::anthropic;
        }
    }
    return Format::openai;
}

Imported read_messages(const Json& messages, Format format) {
    return Importing(format).run(messages);
}

Json chatml_messages(const std::string& text, bool escape) {
    constexpr std::string_view begin = "<|im_start|>", end = "<|im_end|>";
    Json out = Json::array();
    for (std::size_t at = text.find(begin); at != std::string::npos;) {
        at += begin.size();
        const std::size_t line = text.find('\n', at);
        if (line == std::string::npos)
            refuse_message(out.size(), "syntax",
                           "expected a role and a line break behind " + std::string(begin));
        const std::size_t close = std::min(text.find(end, line), text.size());
        std::string content = text.substr(line + 1, close - line - 1);
        if (content.find("<|") != std::string::npos && !escape)
            refuse_message(out.size(), "special_token",
                           "a special token stands inside the content: send escape true to take "
                           "it as text");
        out.push_back(
            {{"role", text.substr(at, line - at)}, {"content", unescape_chatml(content)}});
        at = close == text.size() ? std::string::npos : text.find(begin, close);
    }
    if (out.empty())
        refuse_message(0, "syntax", "expected ChatML: <|im_start|>role, a line break, the content");
    return out;
}

}  // namespace tools::thread
