#include "tests/conformance/answers.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace tests {
namespace {

using mcp::InputRequest;

InputRequest form(const char* key, const char* message, const char* field, const char* type) {
    return {key,
            "elicitation/create",
            {{"message", message},
             {"requestedSchema",
              {{"type", "object"},
               {"properties", {{field, {{"type", type}}}}},
               {"required", Json::array({field})}}}}};
}

InputRequest model(const char* key, const char* text, int tokens) {
    return {key,
            "sampling/createMessage",
            {{"messages",
              Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", text}}}}})},
             {"maxTokens", tokens}}};
}

InputRequest roots() {
    return {"client_roots", "roots/list"};
}

/// The field of an accepted form, or null.
const std::string* filled(const Exchange& exchange, const char* key, const char* field) {
    const Json* response = mcp::input_response(exchange.message, key);
    const std::string* action =
        response == nullptr ? nullptr : mcp::string_param(*response, "action");
    if (action == nullptr || *action != "accept") return nullptr;
    const auto content = response->find("content");
    if (content == response->end() || !content->is_object()) return nullptr;
    return mcp::string_param(*content, field);
}

Answer elicitation(const Exchange& exchange) {
    if (const std::string* name = filled(exchange, "user_name", "name"))
        return text_result("Hello, " + *name + "!");
    return mcp::input_required(exchange,
                               {form("user_name", "What is your name?", "name", "string")});
}

Answer sampling(const Exchange& exchange) {
    const Json* response = mcp::input_response(exchange.message, "capital_question");
    const auto content = response == nullptr ? Json() : response->value("content", Json());
    if (const std::string* text =
            content.is_object() ? mcp::string_param(content, "text") : nullptr)
        return text_result(*text);
    return mcp::input_required(exchange,
                               {model("capital_question", "What is the capital of France?", 100)});
}

Answer list_roots(const Exchange& exchange) {
    const Json* response = mcp::input_response(exchange.message, "client_roots");
    if (response != nullptr && response->contains("roots"))
        return text_result("Roots: " + mcp::json_text(response->at("roots")));
    return mcp::input_required(exchange, {roots()});
}

/// Asks for a confirmation with a state, and takes the answer only with that state.
Answer confirmed(const Exchange& exchange) {
    const auto state = mcp::given_state(exchange);
    if (const auto* fault = std::get_if<mcp::Fault>(&state)) return *fault;
    if (mcp::input_response(exchange.message, "confirm") != nullptr &&
        std::get<std::string>(state) == "asked")
        return text_result("state-ok");
    return mcp::input_required(exchange, {form("confirm", "Please confirm", "ok", "boolean")},
                               "asked");
}

Answer several(const Exchange& exchange) {
    const auto state = mcp::given_state(exchange);
    if (const auto* fault = std::get_if<mcp::Fault>(&state)) return *fault;
    bool all = std::get<std::string>(state) == "several";
    for (const char* key : {"user_name", "greeting", "client_roots"})
        all = all && mcp::input_response(exchange.message, key) != nullptr;
    if (all) return text_result("All three answers came.");
    return mcp::input_required(exchange,
                               {form("user_name", "What is your name?", "name", "string"),
                                model("greeting", "Generate a greeting", 50), roots()},
                               "several");
}

Answer rounds(const Exchange& exchange) {
    const auto state = mcp::given_state(exchange);
    if (const auto* fault = std::get_if<mcp::Fault>(&state)) return *fault;
    const std::string& at = std::get<std::string>(state);
    const std::string* name = filled(exchange, "step1", "name");
    if (at == "round 1" && name != nullptr)
        return mcp::input_required(
            exchange, {form("step2", "Step 2: What is your favorite color?", "color", "string")},
            "round 2 " + *name);
    const std::string* color = filled(exchange, "step2", "color");
    if (at.starts_with("round 2 ") && color != nullptr)
        return text_result(at.substr(8) + " likes " + *color + ".");
    return mcp::input_required(
        exchange, {form("step1", "Step 1: What is your name?", "name", "string")}, "round 1");
}

Answer capable(const Exchange& exchange) {
    const Json& can = mcp::client_capabilities(exchange.message);
    std::vector<InputRequest> requests;
    if (can.contains("elicitation"))
        requests.push_back(form("user_name", "What is your name?", "name", "string"));
    if (can.contains("sampling")) requests.push_back(model("greeting", "Generate a greeting", 50));
    if (can.contains("roots")) requests.push_back(roots());
    for (const auto& request : requests)
        if (mcp::input_response(exchange.message, request.key.c_str()) != nullptr)
            return text_result("An answer came.");
    if (requests.empty()) return text_result("The client answers no questions.");
    return mcp::input_required(exchange, requests);
}

Answer prompt(const Exchange& exchange) {
    const std::string* context = filled(exchange, "user_context", "context");
    if (context == nullptr)
        return mcp::input_required(
            exchange,
            {form("user_context", "What context should the prompt use?", "context", "string")});
    const Json message = {{"role", "user"},
                          {"content", {{"type", "text"}, {"text", "Context: " + *context}}}};
    return mcp::Result{"\"messages\":" + mcp::json_text(Json::array({message}))};
}

struct Asking {
    std::string_view name;
    Answer (*run)(const Exchange&);
};

constexpr std::array asking{
    Asking{"test_input_required_result_elicitation", elicitation},
    Asking{"test_streaming_elicitation", elicitation},
    Asking{"test_input_required_result_sampling", sampling},
    Asking{"test_input_required_result_list_roots", list_roots},
    Asking{"test_input_required_result_request_state", confirmed},
    Asking{"test_input_required_result_tampered_state", confirmed},
    Asking{"test_input_required_result_multiple_inputs", several},
    Asking{"test_input_required_result_multi_round", rounds},
    Asking{"test_input_required_result_capabilities", capable},
    Asking{"test_input_required_result_prompt", prompt},
};

}  // namespace

std::optional<Answer> input_answer(const Exchange& exchange, const std::string& name) {
    for (const auto& each : asking)
        if (each.name == name) return each.run(exchange);
    return std::nullopt;
}

}  // namespace tests
