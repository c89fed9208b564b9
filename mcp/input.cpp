#include "mcp/input.hpp"

namespace mcp {
namespace {

constexpr std::int64_t state_lives_ms = 3'600'000;

/// What a state belongs to: whose request it is, and which.
std::string state_context(const Exchange& exchange) {
    const Json& params = exchange.message.params;
    Json asked = Json::object();
    for (const char* name : {"name", "uri", "arguments"})
        if (const auto found = params.find(name); found != params.end()) asked[name] = *found;
    return json_text({exchange.site.principal.tenant.name, exchange.message.method, asked});
}

}  // namespace

Result input_required(const Exchange& exchange, const std::vector<InputRequest>& requests,
                      const std::string& state) {
    Result out;
    out.type = "input_required";
    out.members = "\"inputRequests\":{";
    for (const auto& request : requests) {
        if (out.members.back() != '{') out.members += ',';
        out.members += json_string(request.key) + ":{\"method\":" + json_string(request.method) +
                       ",\"params\":" + json_text(request.params) + "}";
    }
    out.members += '}';
    if (state.empty()) return out;
    append_key(out.members, "requestState");
    append_text(out.members, exchange.seal.close(state_context(exchange), state,
                                                 exchange.site.clock() + state_lives_ms));
    return out;
}

const Json* input_response(const Message& message, const char* key) {
    const auto responses = message.params.find("inputResponses");
    if (responses == message.params.end() || !responses->is_object()) return nullptr;
    const auto found = responses->find(key);
    return found == responses->end() || !found->is_object() ? nullptr : &*found;
}

std::variant<std::string, Fault> given_state(const Exchange& exchange) {
    const auto given = exchange.message.params.find("requestState");
    if (given == exchange.message.params.end() || given->is_null()) return std::string();
    if (given->is_string())
        if (auto state = exchange.seal.open(state_context(exchange), given->get<std::string>(),
                                            exchange.site.clock()))
            return *std::move(state);
    return bad_params(
        "requestState is none this server gave out for this request: send the request anew "
        "without requestState and inputResponses");
}

const Json& client_capabilities(const Message& message) {
    static const Json none = Json::object();
    const auto meta = message.params.find("_meta");
    if (meta == message.params.end() || !meta->is_object()) return none;
    const auto found = meta->find(capabilities_key);
    return found == meta->end() || !found->is_object() ? none : *found;
}

}  // namespace mcp
