#include "mcp/question.hpp"

#include "mcp/input.hpp"

#include <algorithm>

namespace mcp {
namespace {

constexpr const char* way_key = "way";
constexpr const char* no_way = "change nothing";

/// True for a client that shows forms: the capability without a mode means them.
bool shows_forms(const Message& message) {
    const Json& can = client_capabilities(message);
    const auto elicitation = can.find("elicitation");
    return elicitation != can.end() && elicitation->is_object() &&
           (elicitation->empty() || elicitation->contains("form"));
}

InputRequest way_form(const tools::Question& question) {
    Json words = Json::array();
    for (const auto& choice : question.choices)
        words.push_back(choice.words);
    words.push_back(no_way);
    const Json way = {{"type", "string"}, {"title", "Way to go"}, {"enum", std::move(words)}};
    return {way_key,
            "elicitation/create",
            {{"mode", "form"},
             {"message", question.message},
             {"requestedSchema",
              {{"type", "object"},
               {"properties", {{way_key, way}}},
               {"required", Json::array({way_key})}}}}};
}

/// The words of an accepted form, or null.
const std::string* chosen_words(const Json& response) {
    const std::string* action = string_param(response, "action");
    const auto content = response.find("content");
    if (action == nullptr || *action != "accept" || content == response.end() ||
        !content->is_object())
        return nullptr;
    return string_param(*content, way_key);
}

}  // namespace

std::optional<Way> way_on(const Exchange& exchange, const tools::Question& question) {
    if (exchange.era != Era::modern || !shows_forms(exchange.message)) return std::nullopt;
    const auto state = given_state(exchange);
    if (const auto* fault = std::get_if<Fault>(&state)) return *fault;
    const Json* response = input_response(exchange.message, way_key);
    if (response == nullptr || std::get<std::string>(state) != question.message)
        return input_required(exchange, {way_form(question)}, question.message);
    const std::string* words = chosen_words(*response);
    if (words == nullptr) return std::nullopt;
    const auto choice = std::find_if(question.choices.begin(), question.choices.end(),
                                     [&](const tools::Choice& one) { return one.words == *words; });
    if (choice == question.choices.end()) return std::nullopt;
    return choice->arguments;
}

}  // namespace mcp
