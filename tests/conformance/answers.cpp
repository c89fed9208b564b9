#include "tests/conformance/answers.hpp"

#include "tests/conformance/rows.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <thread>

namespace tests {
namespace {

using mcp::Result;

Json text_block(const std::string& text) {
    return {{"type", "text"}, {"text", text}};
}

Json image_block() {
    return {{"type", "image"}, {"data", red_pixel}, {"mimeType", "image/png"}};
}

Json resource_block(const std::string& uri, const char* mime, const std::string& text) {
    return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", mime}, {"text", text}}}};
}

void rest() {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

std::string argument(const Exchange& exchange, const char* name) {
    const auto arguments = exchange.message.params.find("arguments");
    if (arguments == exchange.message.params.end()) return {};
    const std::string* value = mcp::string_param(*arguments, name);
    return value == nullptr ? std::string() : *value;
}

/// Modern clients hear of logs only when they name a level in the request.
bool wants_logs(const Exchange& exchange) {
    if (exchange.era == mcp::Era::legacy) return true;
    return exchange.message.params.at("_meta").contains("io.modelcontextprotocol/logLevel");
}

void log(const Exchange& exchange, const std::string& text) {
    if (!wants_logs(exchange)) return;
    const Json params = {{"level", "info"}, {"logger", "conformance"}, {"data", text}};
    exchange.session.channel.send(
        mcp::notification_line("notifications/message", mcp::json_text(params)),
        exchange.call.stop);
}

Answer simple_text(const Exchange& /*exchange*/) {
    return text_result("This is a simple text response for testing.");
}

Answer image(const Exchange& /*exchange*/) {
    return contents(Json::array({image_block()}));
}

Answer audio(const Exchange& /*exchange*/) {
    return contents(
        Json::array({{{"type", "audio"}, {"data", silence}, {"mimeType", "audio/wav"}}}));
}

Answer embedded(const Exchange& /*exchange*/) {
    return contents(Json::array({resource_block("test://embedded-resource", "text/plain",
                                                "This is an embedded resource content.")}));
}

Answer mixed(const Exchange& /*exchange*/) {
    return contents(Json::array({text_block("Multiple content types test:"), image_block(),
                                 resource_block("test://mixed-content-resource", "application/json",
                                                R"({"test":"data","value":123})")}));
}

Answer error(const Exchange& /*exchange*/) {
    Result out = text_result("This tool intentionally returns an error for testing");
    out.members += ",\"isError\":true";
    return out;
}

Answer logging(const Exchange& exchange) {
    log(exchange, "Tool execution started");
    rest();
    log(exchange, "Tool processing data");
    rest();
    log(exchange, "Tool execution completed");
    return text_result("Logged three lines.");
}

Answer progress(const Exchange& exchange) {
    for (const double done : {0.0, 50.0, 100.0}) {
        exchange.call.progress(done, 100.0, "");
        if (done < 100.0) rest();
    }
    return text_result("Progress was told.");
}

Json ask(const Exchange& exchange, const char* method, const Json& params) {
    return exchange.asks.ask(exchange.session.channel, exchange.site.principal.tenant.name, method,
                             params, exchange.call.stop);
}

Answer sampling(const Exchange& exchange) {
    const Json asked = ask(
        exchange, "sampling/createMessage",
        {{"messages",
          Json::array({{{"role", "user"}, {"content", text_block(argument(exchange, "prompt"))}}})},
         {"maxTokens", 100}});
    return text_result("LLM response: " + asked.at("content").value("text", "none"));
}

Answer told(const char* before, const Json& asked) {
    return text_result(std::string(before) + "action=" + asked.value("action", "none") +
                       ", content=" + mcp::json_text(asked.value("content", Json::object())));
}

Json form(const std::string& message, Json properties, Json required) {
    return {{"message", message},
            {"requestedSchema",
             {{"type", "object"},
              {"properties", std::move(properties)},
              {"required", std::move(required)}}}};
}

Answer elicitation(const Exchange& exchange) {
    const Json properties = {
        {"username", {{"type", "string"}, {"description", "User's response"}}},
        {"email", {{"type", "string"}, {"description", "User's email address"}}}};
    return told("User response: ", ask(exchange, "elicitation/create",
                                       form(argument(exchange, "message"), properties,
                                            Json::array({"username", "email"}))));
}

Answer defaults(const Exchange& exchange) {
    const Json properties = {{"name", {{"type", "string"}, {"default", "John Doe"}}},
                             {"age", {{"type", "integer"}, {"default", 30}}},
                             {"score", {{"type", "number"}, {"default", 95.5}}},
                             {"status",
                              {{"type", "string"},
                               {"enum", Json::array({"active", "inactive", "pending"})},
                               {"default", "active"}}},
                             {"verified", {{"type", "boolean"}, {"default", true}}}};
    return told("Elicitation completed: ",
                ask(exchange, "elicitation/create",
                    form("Please review the defaults", properties, Json::array())));
}

Json titled(const std::string& last_word) {
    Json out = Json::array();
    int number = 0;
    for (const char* word : {"First ", "Second ", "Third "})
        out.push_back({{"const", "value" + std::to_string(++number)}, {"title", word + last_word}});
    return out;
}

Answer enums(const Exchange& exchange) {
    const Json options = Json::array({"option1", "option2", "option3"});
    const Json properties = {
        {"untitledSingle", {{"type", "string"}, {"enum", options}}},
        {"titledSingle", {{"type", "string"}, {"oneOf", titled("Option")}}},
        {"legacyEnum",
         {{"type", "string"},
          {"enum", Json::array({"opt1", "opt2", "opt3"})},
          {"enumNames", Json::array({"Option One", "Option Two", "Option Three"})}}},
        {"untitledMulti", {{"type", "array"}, {"items", {{"type", "string"}, {"enum", options}}}}},
        {"titledMulti", {{"type", "array"}, {"items", {{"anyOf", titled("Choice")}}}}}};
    return told("Elicitation completed: ", ask(exchange, "elicitation/create",
                                               form("Please choose", properties, Json::array())));
}

Answer missing_capability(const Exchange& exchange) {
    if (mcp::client_capabilities(exchange.message).contains("sampling"))
        return text_result("The client can sample.");
    return mcp::Fault{mcp::code::missing_capability,
                      "this tool needs a client that declares sampling",
                      {{"requiredCapabilities", {{"sampling", Json::object()}}}}};
}

Answer tool_change(const Exchange& exchange) {
    exchange.notices.list_changed("tools");
    return text_result("Told that the list of tools changed.");
}

Answer prompt_change(const Exchange& exchange) {
    exchange.notices.list_changed("prompts");
    return text_result("Told that the list of prompts changed.");
}

struct Named {
    std::string_view name;
    Answer (*run)(const Exchange&);
};

constexpr std::array special_tools{
    Named{"test_simple_text", simple_text},
    Named{"test_image_content", image},
    Named{"test_audio_content", audio},
    Named{"test_embedded_resource", embedded},
    Named{"test_multiple_content_types", mixed},
    Named{"test_error_handling", error},
    Named{"test_tool_with_logging", logging},
    Named{"test_tool_with_progress", progress},
    Named{"test_sampling", sampling},
    Named{"test_elicitation", elicitation},
    Named{"test_elicitation_sep1034_defaults", defaults},
    Named{"test_elicitation_sep1330_enums", enums},
    Named{"test_missing_capability", missing_capability},
    Named{"test_logging_tool", logging},
    Named{"json_schema_2020_12_tool", simple_text},
    Named{"test_trigger_tool_change", tool_change},
    Named{"test_trigger_prompt_change", prompt_change},
};

Result messages(const Json& blocks) {
    Json list = Json::array();
    for (const auto& block : blocks)
        list.push_back({{"role", "user"}, {"content", block}});
    return {"\"messages\":" + mcp::json_text(list)};
}

std::optional<Answer> prompt_answer(const Exchange& exchange, const std::string& name) {
    if (name == "test_prompt_with_image")
        return messages(
            Json::array({image_block(), text_block("Please analyze the image above.")}));
    const std::string uri = argument(exchange, "resourceUri");
    if (name == "test_prompt_with_embedded_resource" && !uri.empty())
        return messages(Json::array(
            {resource_block(uri, "text/plain", "Embedded resource content for testing."),
             text_block("Please process the embedded resource above.")}));
    return std::nullopt;
}

}  // namespace

Result contents(const Json& blocks) {
    return {"\"content\":" + mcp::json_text(blocks)};
}

Result text_result(const std::string& text) {
    return contents(Json::array({text_block(text)}));
}

std::optional<Answer> conformance_answer(const Exchange& exchange) {
    const std::string& method = exchange.message.method;
    const std::string* named = mcp::string_param(exchange.message.params, "name");
    if (method == "resources/read" &&
        exchange.message.params.value("uri", "") == "test://static-binary") {
        const Json content = {
            {"uri", "test://static-binary"}, {"mimeType", "image/png"}, {"blob", red_pixel}};
        return Result{"\"contents\":" + mcp::json_text(Json::array({content})), mcp::Caching{}};
    }
    if (named == nullptr) return std::nullopt;
    if (method == "tools/call")
        for (const auto& tool : special_tools)
            if (tool.name == *named) return tool.run(exchange);
    if (method == "prompts/get")
        if (auto answer = prompt_answer(exchange, *named)) return answer;
    return method == "tools/call" || method == "prompts/get" ? input_answer(exchange, *named)
                                                             : std::nullopt;
}

}  // namespace tests
