#include "mcp/server.hpp"

#include "mcp/base64.hpp"
#include "tools/tool.hpp"

#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <typeinfo>
#include <utility>

namespace mcp {
namespace {

/// One method of the protocol.
struct Method {
    std::string_view name;
    Order order;
    bool legacy, modern;
    Answer (*run)(const Exchange&);  ///< null for tools/call, which the server runs itself
};

constexpr std::array methods{
    Method{"ping", Order::at_once, true, false, ping},
    Method{"tools/call", Order::change, true, true, nullptr},
    Method{"tools/list", Order::at_once, true, true, list_tools},
    Method{"initialize", Order::at_once, true, false, initialize},
    Method{"server/discover", Order::at_once, false, true, discover},
    Method{"prompts/list", Order::at_once, true, true, list_prompts},
    Method{"prompts/get", Order::look, true, true, read_prompt},
    Method{"resources/list", Order::look, true, true, list_resources},
    Method{"resources/templates/list", Order::at_once, true, true, list_templates},
    Method{"resources/read", Order::look, true, true, read_resource},
    Method{"resources/subscribe", Order::look, true, false, subscribe},
    Method{"resources/unsubscribe", Order::look, true, false, unsubscribe},
    Method{"subscriptions/listen", Order::look, false, true, listen},
    Method{"completion/complete", Order::look, true, true, complete},
    Method{"logging/setLevel", Order::at_once, true, false, set_log_level},
};

const Method* find_method(std::string_view name) {
    for (const auto& method : methods)
        if (method.name == name) return &method;
    return nullptr;
}

/// True when the catalogue has what the method is about: what is not offered is
/// not declared either, and its methods are unknown.
bool offered(const tools::Catalog& catalog, std::string_view method) {
    if (method.starts_with("tools/")) return !catalog.tools.empty();
    if (method.starts_with("prompts/")) return !catalog.prompts.empty();
    if (method.starts_with("resources/")) return !catalog.resources.empty();
    if (method.starts_with("completion/")) return !catalog.completions.empty();
    return true;
}

/// Progress of one request: told only where a token was given, and only upwards.
tools::Progress progress_of(const Message& message, Channel& channel, const std::stop_token& stop) {
    const auto meta = message.params.find("_meta");
    if (meta == message.params.end() || !meta->is_object()) return {};
    const auto token = meta->find("progressToken");
    if (token == meta->end() || !(token->is_string() || token->is_number_integer())) return {};
    return
        [&channel, stop, text = json_text(*token), last = -std::numeric_limits<double>::infinity()](
            double done, std::optional<double> total, const std::string& words) mutable {
            if (!std::isfinite(done) || done <= last) return;
            last = done;
            std::string params = "{\"progressToken\":" + text + ",\"progress\":" + json_text(done);
            if (total && std::isfinite(*total)) params += ",\"total\":" + json_text(*total);
            if (!words.empty()) params += ",\"message\":" + json_string(words);
            channel.send(notification_line("notifications/progress", params + "}"), stop);
        };
}

const tools::Progress& no_progress() {
    static const tools::Progress none = [](double, std::optional<double>, const std::string&) {};
    return none;
}

Failure failure_of(const store::Error& error) {
    return {error.code, error.what(), error.problems, false};
}

Failure internal(const char* type) {
    return {store::Code::unavailable, std::string("internal error (") + type + ")", {}, true};
}

/// `change 2 (/changes/2/status)`, `line 3`, or the path alone.
std::string place_of(const store::Problem& problem) {
    if (!problem.index) return problem.path;
    const std::string number = std::to_string(*problem.index);
    if (problem.path == "/delta" || problem.path == "/text") return "line " + number;
    return "change " + number + (problem.path.empty() ? "" : " (" + problem.path + ")");
}

Result success(const tools::Outcome& outcome) {
    std::string out = "\"content\":[{\"type\":\"text\",\"text\":";
    append_text(out, outcome.text);
    if (outcome.image)
        out += "},{\"type\":\"image\",\"mimeType\":" + json_string(outcome.image->mime) +
               ",\"data\":\"" + base64(outcome.image->bytes) + "\"";
    out += "}],\"structuredContent\":";
    append_json(out, outcome.structured);
    return Result{std::move(out)};
}

Result refusal(const Failure& failure) {
    std::string out = "\"content\":[{\"type\":\"text\",\"text\":";
    append_text(out, failure_text(failure));
    Result refused{out + "}],\"isError\":true"};
    refused.refused = true;
    return refused;
}

/// The arguments of a call: absent and null are {}; a string is left to the tool,
/// which reads JSON in it. Nothing when they are something else.
const Json* arguments_of(const Json& params) {
    static const Json none = Json::object();
    const auto given = params.find("arguments");
    if (given == params.end() || given->is_null()) return &none;
    return given->is_object() || given->is_string() ? &*given : nullptr;
}

}  // namespace

std::optional<Failure> attempt(const std::function<void()>& run) {
    try {
        run();
    } catch (const store::Error& error) {
        return failure_of(error);
    } catch (const std::exception& error) {
        return internal(typeid(error).name());
    } catch (...) {
        return internal("unknown");
    }
    return std::nullopt;
}

std::string failure_text(const Failure& failure) {
    std::string out =
        std::string(store::names(failure.code)[static_cast<std::size_t>(failure.code)]) + ": " +
        failure.message;
    for (const auto& problem : failure.problems) {
        const std::string place = place_of(problem);
        out += "\n- " + (place.empty() ? "" : place + ": ") + problem.message;
        if (!problem.send.empty()) out += "\n  try: " + problem.send;
    }
    return out;
}

Fault bad_params(std::string message) {
    return {code::invalid_params, std::move(message), nullptr};
}

const std::string* string_param(const Json& params, const char* name) {
    const auto found = params.find(name);
    if (found == params.end() || !found->is_string()) return nullptr;
    return &found->get_ref<const std::string&>();
}

std::optional<Fault> cursor_fault(const Message& message) {
    const auto given = message.params.find("cursor");
    if (given == message.params.end() || given->is_null() || *given == "") return std::nullopt;
    return bad_params("cursor is none of this server: send no cursor to start");
}

std::vector<std::string> method_names() {
    std::vector<std::string> out;
    for (const auto& method : methods)
        out.emplace_back(method.name);
    return out;
}

tools::Call quiet_call(const Site& site, const tools::Principal& principal) {
    return {principal, site.settings, site.clock, site.ids, site.counter, {}, no_progress()};
}

Server::Server(Site site, std::function<void(const std::string&)> report)
    : site_(std::move(site)),
      tool_list_(site_.catalog),
      notices_(site_.store, site_.principal.tenant),
      asks_(site_.ids),
      seal_(site_.ids),
      report_(std::move(report)) {}

Incoming Server::read(std::string_view text, const Session& session) const {
    Incoming out;
    if (const auto failure = attempt([&] { out = read_messages(text); }))
        return unreadable(code::parse_error, failure->message);
    if (!out.batch) return out;
    for (const auto& message : out.messages)
        if (message.modern)
            return unreadable(code::invalid_request,
                              "the modern revision knows no batches: send one message a line");
    if (!allows_batch(session.version))
        return unreadable(code::invalid_request,
                          "batches belong to 2025-03-26 and before: send one message a line");
    for (auto& message : out.messages)
        if (message.method == "initialize") {
            message.kind = message.id.empty() ? message.kind : Kind::fault;
            message.fault = {code::invalid_request, "initialize must stand alone", nullptr};
        }
    return out;
}

Order Server::order(const Message& message) const {
    if (message.kind != Kind::request) return Order::at_once;
    const Method* method = find_method(message.method);
    if (method == nullptr || method->name != "tools/call")
        return method == nullptr ? Order::at_once : method->order;
    const std::string* name = string_param(message.params, "name");
    const tools::Tool* tool = name == nullptr ? nullptr : site_.catalog.tool(*name);
    if (tool == nullptr) return Order::at_once;
    return tool->read_only ? Order::look : Order::change;
}

Reply Server::reply(const Message& message, Session& session, const std::stop_token& stop) {
    if (message.kind == Kind::notification) note(message, session);
    if (message.kind == Kind::response) asks_.deliver(message, site_.principal.tenant.name);
    if (message.kind == Kind::fault)
        return {error_line(message, message.fault), message.fault.code};
    if (message.kind != Kind::request) return {};
    const Era era = era_of(message);
    Answer answer = Held{};
    const auto failure = attempt([&] { answer = serve(message, era, session, stop); });
    if (failure) {
        if (failure->internal) tell(message.method + ": " + failure->message, era, session);
        answer = fault_of(*failure);
    }
    if (const auto* fault = std::get_if<Fault>(&answer))
        return {error_line(message, *fault), fault->code};
    if (std::holds_alternative<Held>(answer)) {
        if (stop.stop_requested()) notices_.unlisten(session.channel, message.id);
        return {{}, 0, true};
    }
    const Result& result = std::get<Result>(answer);
    return {result_line(message.id, result_text(era, result)), 0, false, result.refused};
}

Answer Server::serve(const Message& message, Era era, Session& session,
                     const std::stop_token& stop) {
    const bool modern = era == Era::modern;
    if (modern)
        if (auto fault = envelope_fault(message)) return *std::move(fault);
    const tools::Progress told = progress_of(message, session.channel, stop);
    const tools::Call call{site_.principal,
                           site_.settings,
                           site_.clock,
                           site_.ids,
                           site_.counter,
                           stop,
                           told ? told : no_progress()};
    const Exchange exchange{site_, tool_list_, notices_, asks_, seal_, message, era, session, call};
    if (site_.extension.answer)
        if (auto answer = site_.extension.answer(exchange)) return *std::move(answer);
    const Method* method = find_method(message.method);
    const bool spoken = method != nullptr && (modern ? method->modern : method->legacy) &&
                        offered(site_.catalog, message.method) &&
                        (modern || site_.pushes || !method->name.ends_with("subscribe"));
    if (!spoken)
        return Fault{code::method_not_found,
                     std::string("method not found in the ") +
                         (modern ? "modern revision 2026-07-28" : "legacy revisions"),
                     nullptr};
    return method->run == nullptr ? call_tool(exchange) : method->run(exchange);
}

Answer Server::call_tool(const Exchange& exchange) const {
    const Message& message = exchange.message;
    const std::string* name = string_param(message.params, "name");
    if (name == nullptr) return bad_params("name is missing: send the tool's name as a string");
    const tools::Tool* tool = site_.catalog.tool(*name);
    if (tool == nullptr) return bad_params(tools::unknown_tool(site_.catalog, *name));
    const Json* arguments = arguments_of(message.params);
    if (arguments == nullptr)
        return bad_params("arguments must be an object with the arguments by name");
    const Called called = call(*tool, *arguments, exchange.call);
    if (called.failure && tool->question != nullptr)
        if (const auto question = tool->question(*arguments, called.failure->problems))
            if (const auto way = way_on(exchange, *question)) return go(exchange, *tool, *way);
    return answer_of(called, exchange, *name);
}

/// Asks the person, or calls again the way that he chose.
Answer Server::go(const Exchange& exchange, const tools::Tool& tool, const Way& way) const {
    if (const auto* asked = std::get_if<Result>(&way)) return *asked;
    if (const auto* fault = std::get_if<Fault>(&way)) return *fault;
    return answer_of(call(tool, std::get<Json>(way), exchange.call), exchange,
                     std::string(tool.name));
}

Answer Server::answer_of(const Called& called, const Exchange& exchange,
                         const std::string& tool) const {
    if (called.outcome) return success(*called.outcome);
    if (!called.failure->internal) return refusal(*called.failure);
    tell(tool + ": " + called.failure->message, exchange.era, exchange.session);
    return fault_of(*called.failure);
}

Called Server::call(const tools::Tool& tool, const Json& arguments, const tools::Call& call) const {
    Called out;
    out.failure = attempt([&] { out.outcome = tool.run(site_.store, call, arguments); });
    return out;
}

Called Server::call(const tools::Tool& tool, const Json& arguments) const {
    return call(tool, arguments, quiet_call(site_, site_.principal));
}

/// A fault of this program goes to the log, and to a client that may hear of it.
void Server::tell(const std::string& fault, Era era, Session& session) const {
    report_(fault);
    if (era == Era::legacy) log_fault(session, fault);
}

/// Of a request that is no tool call: the caller's mistakes are bad params.
Fault Server::fault_of(const Failure& failure) {
    const bool theirs = !failure.internal && (failure.code == store::Code::invalid ||
                                              failure.code == store::Code::not_found ||
                                              failure.code == store::Code::limit);
    return {theirs ? code::invalid_params : code::internal_error,
            failure.internal ? "internal error: nothing is known to have changed"
                             : failure_text(failure),
            nullptr};
}

void Server::note(const Message& message, Session& session) {
    if (message.method != "notifications/cancelled") return;
    const auto id = message.params.find("requestId");
    if (id == message.params.end()) return;
    const std::string text = id_text(*id);
    if (text.empty()) return;
    session.calls.cancel(text);
    notices_.unlisten(session.channel, text);
}

void Server::close(Session& session) {
    for (const auto& tag : notices_.forget(session.channel))
        session.channel.send(listen_end(tag), {});
}

}  // namespace mcp
