#include "tests/conformance/rows.hpp"

#include <array>

namespace tests {

const char* const red_pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJg"
    "gg==";
const char* const silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

namespace {

using tools::Json;

struct ToolName {
    const char* name;
    const char* about;
};

constexpr std::array plain_tools{
    ToolName{"test_simple_text", "Answers with a text."},
    ToolName{"test_image_content", "Answers with a picture."},
    ToolName{"test_audio_content", "Answers with a sound."},
    ToolName{"test_embedded_resource", "Answers with a resource."},
    ToolName{"test_multiple_content_types", "Answers with a text, a picture and a resource."},
    ToolName{"test_error_handling", "Always fails."},
    ToolName{"test_tool_with_logging", "Logs three lines while it runs."},
    ToolName{"test_tool_with_progress", "Says three times how far it is."},
    ToolName{"test_elicitation_sep1034_defaults", "Asks with defaults."},
    ToolName{"test_elicitation_sep1330_enums", "Asks with choices."},
    ToolName{"test_missing_capability", "Needs a client that can sample."},
    ToolName{"test_streaming_elicitation", "Asks in the middle of a stream."},
    ToolName{"test_logging_tool", "Logs for those who want it."},
    ToolName{"test_trigger_tool_change", "Tells that the list of tools changed."},
    ToolName{"test_trigger_prompt_change", "Tells that the list of prompts changed."},
    ToolName{"test_input_required_result_elicitation", "Asks for a name."},
    ToolName{"test_input_required_result_sampling", "Asks a model."},
    ToolName{"test_input_required_result_list_roots", "Asks for roots."},
    ToolName{"test_input_required_result_request_state", "Gives a state along."},
    ToolName{"test_input_required_result_multiple_inputs", "Asks three things at once."},
    ToolName{"test_input_required_result_multi_round", "Asks twice."},
    ToolName{"test_input_required_result_tampered_state", "Trusts no changed state."},
    ToolName{"test_input_required_result_capabilities", "Asks what the client can answer."},
};

Json no_arguments() {
    return {{"type", "object"}, {"properties", Json::object()}};
}

Json text_argument(const char* name, const char* about) {
    return {{"type", "object"},
            {"properties", {{name, {{"type", "string"}, {"description", about}}}}},
            {"required", Json::array({name})}};
}

/// Keywords that must reach a client as they are.
Json keyword_schema() {
    const Json text = {{"type", "string"}};
    const Json street_and_city = {{"street", text}, {"city", text}};
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"type", "object"},
            {"$defs", {{"address", {{"type", "object"}, {"properties", street_and_city}}}}},
            {"properties", {{"name", text}, {"address", {{"$ref", "#/$defs/address"}}}}},
            {"additionalProperties", false}};
}

tools::Tool row(const ToolName& tool, tools::Schema input) {
    tools::Tool out;
    out.name = tool.name;
    out.title = tool.name;
    out.about = tool.about;
    out.read_only = true;
    out.input = input;
    return out;
}

std::vector<tools::Tool> tool_rows() {
    std::vector<tools::Tool> out;
    for (const auto& tool : plain_tools)
        out.push_back(row(tool, no_arguments));
    out.push_back(row({"test_sampling", "Asks the client's model."},
                      [] { return text_argument("prompt", "what to ask"); }));
    out.push_back(row({"test_elicitation", "Asks the person."},
                      [] { return text_argument("message", "what to show"); }));
    out.push_back(row({"json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features"},
                      keyword_schema));
    return out;
}

tools::ResourceRow described(const char* uri_template, const char* name, const char* mime) {
    tools::ResourceRow out;
    out.uri_template = uri_template;
    out.name = out.title = name;
    out.about = "For the conformance suite.";
    out.mime = mime;
    return out;
}

/// A resource with one URI and a fixed text.
struct Fixed {
    const char* uri;
    const char* name;
    const char* mime;
    const char* text;
};

constexpr Fixed static_text{"test://static-text", "Static text", "text/plain",
                            "This is the content of the static text resource."};
constexpr Fixed static_binary{"test://static-binary", "Static picture", "image/png", ""};
constexpr Fixed watched_resource{"test://watched-resource", "Watched resource", "text/plain",
                                 "Watched."};

template <const Fixed& what>
tools::ResourceRow fixed() {
    tools::ResourceRow out = described(what.uri, what.name, what.mime);
    out.matches = [](const std::string& asked) { return asked == what.uri; };
    out.read = [](store::Store& /*store*/, const tools::Call& /*call*/,
                  const std::string& /*uri*/) -> std::optional<tools::Document> {
        return tools::Document{what.uri, what.mime, what.text};
    };
    out.list = [](store::Store& /*store*/, const tools::Call& /*call*/,
                  const std::string& /*after*/, std::size_t /*limit*/) {
        return tools::Page<tools::Resource>{{{what.uri, what.name, what.name, "", what.mime}}, ""};
    };
    out.watched = [](const std::string& /*uri*/) { return std::optional<tools::Watched>(); };
    return out;
}

constexpr std::string_view before_id = "test://template/";
constexpr std::string_view behind_id = "/data";

tools::ResourceRow templated() {
    tools::ResourceRow out = described("test://template/{id}/data", "template", "application/json");
    out.matches = [](const std::string& uri) {
        return uri.starts_with(before_id) && uri.ends_with(behind_id) &&
               uri.size() > before_id.size() + behind_id.size();
    };
    out.read = [](store::Store& /*store*/, const tools::Call& /*call*/,
                  const std::string& uri) -> std::optional<tools::Document> {
        const std::string id =
            uri.substr(before_id.size(), uri.size() - before_id.size() - behind_id.size());
        const Json data = {{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}};
        return tools::Document{uri, "application/json", tools::dump_json(data)};
    };
    out.watched = [](const std::string& /*uri*/) { return std::optional<tools::Watched>(); };
    return out;
}

constexpr std::array two_arguments{tools::PromptArgument{"arg1", "first", true},
                                   tools::PromptArgument{"arg2", "second", true}};
constexpr std::array embedded{tools::PromptArgument{"resourceUri", "what to embed", true}};

tools::PromptRow prompt(const char* name, tools::Rows<tools::PromptArgument> arguments) {
    tools::PromptRow out;
    out.name = out.title = name;
    out.about = "For the conformance suite.";
    out.arguments = arguments;
    out.render = [](store::Store& /*store*/, const tools::Call& /*call*/,
                    const std::map<std::string, std::string>& given) -> std::string {
        if (given.empty()) return "This is a simple prompt for testing.";
        return "Prompt with arguments: arg1='" + given.at("arg1") + "', arg2='" + given.at("arg2") +
               "'";
    };
    return out;
}

std::vector<std::string> places(store::Store& /*store*/, const tools::Call& /*call*/,
                                const std::string& prefix,
                                const std::map<std::string, std::string>& /*given*/) {
    std::vector<std::string> out;
    for (const std::string place : {"paris", "park", "party"})
        if (place.starts_with(prefix)) out.push_back(place);
    return out;
}

}  // namespace

tools::Catalog conformance_catalog() {
    tools::Catalog out;
    out.tools = tool_rows();
    out.resources = {fixed<static_text>(), fixed<static_binary>(), fixed<watched_resource>(),
                     templated()};
    out.prompts = {
        prompt("test_simple_prompt", {}), prompt("test_prompt_with_arguments", two_arguments),
        prompt("test_prompt_with_embedded_resource", embedded),
        prompt("test_prompt_with_image", {}), prompt("test_input_required_result_prompt", {})};
    out.completions = {{"test_prompt_with_arguments", "arg1", places},
                       {"test_prompt_with_arguments", "arg2", places}};
    return out;
}

}  // namespace tests
