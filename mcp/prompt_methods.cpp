#include "mcp/methods.hpp"
#include "tools/tool.hpp"

#include <algorithm>

namespace mcp {
namespace {

std::string entry(const tools::PromptArgument& argument) {
    std::string out = "{\"name\":" + json_string(argument.name);
    if (!argument.about.empty()) out += ",\"description\":" + json_string(argument.about);
    return out + ",\"required\":" + (argument.required ? "true}" : "false}");
}

std::string entry(const tools::PromptRow& row) {
    std::string out = "{\"name\":" + json_string(row.name) +
                      ",\"title\":" + json_string(row.title) +
                      ",\"description\":" + json_string(row.about) + ",\"arguments\":[";
    for (const auto& argument : row.arguments) {
        if (out.back() != '[') out += ',';
        out += entry(argument);
    }
    return out + "]}";
}

const tools::PromptRow* find_prompt(const Site& site, const std::string& name) {
    for (const auto& row : site.catalog.prompts)
        if (row.name == name) return &row;
    return nullptr;
}

Fault unknown_prompt(const Site& site, const std::string& name) {
    std::vector<std::string> known;
    for (const auto& row : site.catalog.prompts)
        known.emplace_back(row.name);
    const std::string close = tools::nearest(name, known);
    return bad_params("unknown prompt: known are " + tools::join(known) +
                      (close.empty() ? "" : "; nearest: " + close));
}

using Given = std::map<std::string, std::string>;

/// Reads an object of strings into `to`; null members count as absent.
std::optional<Fault> read_given(const Json& params, const char* name, Given& to) {
    const auto given = params.find(name);
    if (given == params.end() || given->is_null()) return std::nullopt;
    if (!given->is_object()) return bad_params(std::string(name) + " must be an object of strings");
    for (const auto& member : given->items()) {
        if (member.value().is_null()) continue;
        if (!member.value().is_string())
            return bad_params("each of the " + std::string(name) + " must be a string");
        to[member.key()] = member.value().get<std::string>();
    }
    return std::nullopt;
}

std::optional<Fault> argument_fault(const tools::PromptRow& row, const Given& given) {
    std::vector<std::string> known;
    for (const auto& argument : row.arguments) {
        known.emplace_back(argument.name);
        if (argument.required && !given.contains(known.back()))
            return bad_params(
                ("the argument " + known.back() + " is missing: ").append(argument.about));
    }
    for (const auto& argument : given)
        if (std::find(known.begin(), known.end(), argument.first) == known.end())
            return bad_params("unknown argument: known are " + tools::join(known));
    return std::nullopt;
}

/// The owner of the completions that are asked for, or nothing when there is none.
std::optional<std::string> completion_owner(const Site& site, const Json& ref) {
    const std::string* type = string_param(ref, "type");
    if (type == nullptr) return std::nullopt;
    if (*type == "ref/prompt") {
        const std::string* name = string_param(ref, "name");
        if (name == nullptr || find_prompt(site, *name) == nullptr) return std::nullopt;
        return *name;
    }
    const std::string* uri = *type == "ref/resource" ? string_param(ref, "uri") : nullptr;
    if (uri == nullptr) return std::nullopt;
    for (const auto& row : site.catalog.resources)
        if (row.uri_template == *uri || row.matches(*uri)) return std::string(row.uri_template);
    return std::nullopt;
}

/// What is asked of completion/complete.
struct Completion {
    std::string owner, argument, prefix;
    Given given;
};

std::variant<Completion, Fault> read_completion(const Exchange& exchange) {
    const Json& params = exchange.message.params;
    const Json none = Json::object();
    const auto inside = [&](const Json& from, const char* name) -> const Json& {
        const auto found = from.find(name);
        return found != from.end() && found->is_object() ? *found : none;
    };
    auto owner = completion_owner(exchange.site, inside(params, "ref"));
    if (!owner)
        return bad_params(
            "ref names nothing of this server: send {\"type\":\"ref/prompt\",\"name\":...} or "
            "{\"type\":\"ref/resource\",\"uri\":...} as listed");
    const Json& argument = inside(params, "argument");
    const std::string* name = string_param(argument, "name");
    const std::string* value = string_param(argument, "value");
    if (name == nullptr || value == nullptr)
        return bad_params("argument must be an object with the strings name and value");
    Completion out{*std::move(owner), *name, *value, {}};
    if (auto fault = read_given(inside(params, "context"), "arguments", out.given))
        return *std::move(fault);
    return out;
}

std::vector<std::string> completions(const Exchange& exchange, const Completion& asked) {
    for (const auto& row : exchange.site.catalog.completions)
        if (row.owner == asked.owner && row.argument == asked.argument)
            return row.values(exchange.site.store, exchange.call, asked.prefix, asked.given);
    return {};
}

}  // namespace

Answer list_prompts(const Exchange& exchange) {
    if (auto fault = cursor_fault(exchange.message)) return *std::move(fault);
    std::string out = "\"prompts\":[";
    for (const auto& row : exchange.site.catalog.prompts) {
        if (out.back() != '[') out += ',';
        out += entry(row);
    }
    constexpr int hour_ms = 3'600'000;
    return Result{out + "]", Caching{hour_ms, "private"}};
}

Answer read_prompt(const Exchange& exchange) {
    const std::string* name = string_param(exchange.message.params, "name");
    if (name == nullptr) return bad_params("name is missing: send the prompt's name as a string");
    const auto* row = find_prompt(exchange.site, *name);
    if (row == nullptr) return unknown_prompt(exchange.site, *name);
    Given given;
    if (auto fault = read_given(exchange.message.params, "arguments", given))
        return *std::move(fault);
    if (auto fault = argument_fault(*row, given)) return *std::move(fault);
    const std::string text = row->render(exchange.site.store, exchange.call, given);
    return Result{"\"description\":" + json_string(row->about) +
                  ",\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":" +
                  json_string(text) + "}}]"};
}

Answer complete(const Exchange& exchange) {
    const auto asked = read_completion(exchange);
    if (const auto* fault = std::get_if<Fault>(&asked)) return *fault;
    const auto values = completions(exchange, std::get<Completion>(asked));
    constexpr std::size_t most = 100;
    std::string out = "\"completion\":{\"values\":[";
    for (std::size_t i = 0; i < std::min(most, values.size()); ++i) {
        if (i > 0) out += ',';
        append_text(out, values[i]);
    }
    out += "],\"total\":" + std::to_string(values.size());
    out += values.size() > most ? ",\"hasMore\":true}" : ",\"hasMore\":false}";
    return Result{std::move(out)};
}

}  // namespace mcp
