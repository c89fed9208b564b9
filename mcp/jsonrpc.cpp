#include "mcp/jsonrpc.hpp"

#include "store/error.hpp"

#include <optional>
#include <utility>

namespace mcp {
namespace {

Message fault_message(int code, std::string message, std::string id = {}) {
    Message out;
    out.id = std::move(id);
    out.fault = {code, std::move(message), nullptr};
    return out;
}

Message invalid(const std::string& message, std::string id = {}) {
    return fault_message(code::invalid_request, message, std::move(id));
}

/// Params by name, or what is wrong with them. Absent and null mean none.
std::optional<std::string> take_params(Json& object, Json& to) {
    const auto found = object.find("params");
    if (found == object.end() || found->is_null()) return std::nullopt;
    if (!found->is_object()) return "params must be an object with the parameters by name";
    to = std::move(*found);
    return std::nullopt;
}

bool has(const Json& object, const char* name) {
    return object.find(name) != object.end();
}

bool claims_modern(const Json& object) {
    const auto params = object.find("params");
    if (params == object.end() || !params->is_object()) return false;
    const auto meta = params->find("_meta");
    if (meta == params->end() || !meta->is_object()) return false;
    return has(*meta, version_key) || has(*meta, capabilities_key);
}

Message read_object(Json& object) {
    const auto id = object.find("id");
    Message out;
    if (id != object.end()) out.id = id_text(*id);
    const auto version = object.find("jsonrpc");
    if (version == object.end() || *version != "2.0")
        return invalid("jsonrpc must be \"2.0\"", out.id);
    const auto method = object.find("method");
    if (method == object.end()) {
        if (!has(object, "result") && !has(object, "error"))
            return invalid("method is missing: name the method to call", out.id);
        out.kind = Kind::response;
        out.failed = has(object, "error");
        out.params = std::move(object[out.failed ? "error" : "result"]);
        return out;
    }
    if (!method->is_string()) return invalid("method must be a string", out.id);
    out.method = method->get<std::string>();
    const auto wrong = take_params(object, out.params);
    if (id == object.end()) {
        out.kind = Kind::notification;
        return out;
    }
    if (out.id.empty()) return invalid("id must be a string or an integer");
    if (wrong) return invalid(*wrong, out.id);
    out.kind = Kind::request;
    return out;
}

Message read_message(Json& value) {
    if (!value.is_object())
        return invalid("a message is one JSON object with jsonrpc, method and id");
    const bool modern = claims_modern(value);
    Message out = read_object(value);
    out.modern = modern;
    return out;
}

Incoming read_batch(Json& list) {
    if (list.empty()) return {false, {invalid("an empty batch: send at least one message")}};
    if (list.size() > max_batch)
        return {false,
                {invalid("a batch holds at most " + std::to_string(max_batch) +
                         " messages, this one " + std::to_string(list.size()))}};
    Incoming out{true, {}};
    out.messages.reserve(list.size());
    for (auto& element : list)
        out.messages.push_back(read_message(element));
    return out;
}

}  // namespace

std::string id_text(const Json& id) {
    return id.is_string() || id.is_number_integer() ? json_text(id) : std::string();
}

Incoming read_messages(std::string_view text) {
    if (text.find('\0') != std::string_view::npos)
        throw store::Error(store::Code::invalid, "a NUL byte is no JSON: send one object a line");
    Json value = tools::parse_json(text);
    if (value.is_array()) return read_batch(value);
    Incoming out;
    out.messages.push_back(read_message(value));
    return out;
}

Incoming unreadable(int code, const std::string& message) {
    return {false, {fault_message(code, message)}};
}

std::string result_line(std::string_view id, std::string_view result) {
    std::string out;
    out.reserve(id.size() + result.size() + 40);
    out += "{\"jsonrpc\":\"2.0\",\"id\":";
    out += id;
    out += ",\"result\":";
    out += result;
    out += '}';
    return out;
}

std::string error_line(const Message& message, const Fault& fault) {
    std::string out = "{\"jsonrpc\":\"2.0\"";
    if (!message.id.empty())
        out += ",\"id\":" + message.id;
    else if (!message.modern)
        out += ",\"id\":null";
    out += ",\"error\":{\"code\":" + std::to_string(fault.code) + ",\"message\":";
    append_text(out, fault.message);
    if (!fault.data.is_null()) {
        out += ",\"data\":";
        append_json(out, fault.data);
    }
    out += "}}";
    return out;
}

std::string notification_line(std::string_view method, std::string_view params) {
    std::string out = "{\"jsonrpc\":\"2.0\",\"method\":";
    append_text(out, method);
    out += ",\"params\":";
    out += params;
    out += '}';
    return out;
}

}  // namespace mcp
