#include "mcp/http_endpoint.hpp"

#include <chrono>
#include <string_view>
#include <utility>
#include <variant>

namespace mcp {
namespace {

/// A refusal in the protocol's own form. Of no message in particular there is no id to
/// give back.
HttpReply refusal_reply(const Head& head, const Refusal& refusal, const Message* message) {
    Message none;
    none.modern = true;
    HttpReply out{refusal.status, error_line(message == nullptr ? none : *message,
                                             {code::refused, refusal.message, nullptr})};
    out.headers = cross_origin_headers(head);
    out.headers.insert(out.headers.end(), refusal.headers.begin(), refusal.headers.end());
    return out;
}

HttpReply refusal_reply(const Head& head, const Refusal& refusal) {
    return refusal_reply(head, refusal, nullptr);
}

/// The status a JSON-RPC reply travels under.
int status_of(const Reply& reply, Era era) {
    switch (reply.fault) {
        case code::parse_error:
        case code::invalid_request:
        case code::header_mismatch:
        case code::missing_capability:
        case code::unsupported_version:
            return 400;
        case code::method_not_found:
            return era == Era::modern ? 404 : 200;
        default:
            return 200;
    }
}

HttpReply json_reply(const HttpRequest& request, int status, std::string body) {
    HttpReply out{status, std::move(body)};
    out.headers = cross_origin_headers(request.head);
    return out;
}

bool names_modern(const Head& head) {
    const std::string* version = head.find("mcp-protocol-version");
    return version != nullptr && *version == modern_version;
}

HttpReply text_reply(int status, const std::string& text) {
    return {status, text, "text/plain; charset=utf-8"};
}

Outcome outcome_of(const Reply& reply) {
    if (reply.fault != 0) return Outcome::error;
    return reply.refused ? Outcome::refused : Outcome::ok;
}

std::string_view tool_of(const Message& message) {
    const std::string* name =
        message.method == "tools/call" ? string_param(message.params, "name") : nullptr;
    return name == nullptr ? std::string_view() : *name;
}

}  // namespace

/// One request, and who sent it.
struct HttpEndpoint::Asked {
    const HttpRequest& request;
    Caller caller;
    std::string id;
};

std::optional<HttpReply> HttpEndpoint::refuse(const Head& head, const std::string& /*peer*/) {
    auto out = refusal(head);
    if (!out) return out;
    out->headers.push_back({"X-Request-Id", monitor_.request_id(head)});
    if (out->status >= 400) monitor_.refused(out->status);
    return out;
}

/// What operators and their machines look at. Whether it lives and may be sent calls is
/// told to everybody: it gives nothing away.
std::optional<HttpReply> HttpEndpoint::look(const Head& head) {
    const bool lives = head.path == "/livez";
    if (!lives && head.path != "/readyz" && head.path != "/metrics") return std::nullopt;
    if (head.verb != "GET")
        return refusal_reply(head, {405, "only GET is served here", {{"Allow", "GET"}}});
    if (lives) return text_reply(200, "ok\n");
    if (head.path == "/readyz") {
        const auto why = monitor_.unready();
        return why ? text_reply(503, *why + "\n") : text_reply(200, "ok\n");
    }
    if (const auto refused = gate_refusal(gate_, head)) return refusal_reply(Head(), *refused);
    const auto caller = users_.find(head);
    if (const auto* refused = std::get_if<Refusal>(&caller)) return refusal_reply(head, *refused);
    if (const auto hidden = users_.hides_figures(std::get<Caller>(caller)))
        return refusal_reply(head, *hidden);
    std::string text;
    if (attempt([&] { text = monitor_.figures(users_.open_streams()); }))
        return text_reply(503, "the store cannot be read\n");
    return HttpReply{200, std::move(text), "text/plain; version=0.0.4; charset=utf-8"};
}

std::optional<HttpReply> HttpEndpoint::refusal(const Head& head) {
    if (auto seen = look(head)) return seen;
    if (const auto refused = gate_refusal(gate_, head)) {
        const Head stranger;  // no origin: nothing lets its page read this
        return refusal_reply(stranger, *refused);
    }
    if (head.path != "/mcp") return refusal_reply(head, {404, "nothing is here: POST to /mcp"});
    if (head.verb == "OPTIONS") return preflight_reply(head);
    if (head.verb != "POST")
        return refusal_reply(
            head, {405, "only POST is served here: there are no sessions", {{"Allow", "POST"}}});
    const auto caller = users_.admit(head);
    if (const auto* refused = std::get_if<Refusal>(&caller)) return refusal_reply(head, *refused);
    if (!sends_json(head)) return refusal_reply(head, {415, "send Content-Type: application/json"});
    const Accepts accepts = accepted(head);
    if (!accepts.json && !accepts.events)
        return refusal_reply(head, {406, "accept application/json, text/event-stream"});
    return std::nullopt;
}

std::optional<HttpReply> HttpEndpoint::answer(const HttpRequest& request, EventStream& stream) {
    const auto found = users_.find(request.head);  // a token may end while a body comes
    if (const auto* refused = std::get_if<Refusal>(&found)) {
        monitor_.refused(refused->status);
        return refusal_reply(request.head, *refused);
    }
    const Asked asked{request, std::get<Caller>(found), monitor_.request_id(request.head)};
    const Header mark{"X-Request-Id", asked.id};
    const Accepts accepts = accepted(request.head);
    stream.allowed = accepts.events;
    stream.always = !accepts.json;
    stream.headers = cross_origin_headers(request.head);
    stream.headers.push_back(mark);
    Session session(stream);
    const std::string* version = request.head.find("mcp-protocol-version");
    session.version = version == nullptr ? "2025-03-26" : *version;
    Server& server = *asked.caller.server;
    Incoming incoming = server.read(request.body, session);
    auto out = incoming.batch ? answer_batch(asked, incoming, session)
                              : answer_one(asked, incoming.messages.front(), session);
    if (out) {
        if (session.listening) server.close(session);
        out->headers.push_back(mark);
        return out;
    }
    stream.owner = HttpUsers::mark(asked.caller);
    stream.at_end = [this, caller = asked.caller, &stream] {
        users_.close_stream(caller);
        Session last(stream);
        caller.server->close(last);
    };
    return out;
}

bool HttpEndpoint::may_wait(std::string_view body) {
    bool out = false;
    const auto unreadable = attempt([&] {
        for (const auto& message : read_messages(body).messages)
            out = out || users_.order(message) != Order::at_once;
    });
    return out && !unreadable;
}

Reply HttpEndpoint::reply(const Asked& asked, const Message& message, Session& session,
                          const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    Reply out = asked.caller.server->reply(message, session, stop);
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began);
    const Bearer* bearer = asked.caller.bearer;
    monitor_.served({asked.id, message.method, tool_of(message), outcome_of(out),
                     status_of(out, era_of(message)), took,
                     bearer == nullptr ? std::string_view() : bearer->grant.id});
    return out;
}

std::optional<HttpReply> HttpEndpoint::answer_one(const Asked& asked, Message& message,
                                                  Session& session) {
    const HttpRequest& request = asked.request;
    if (message.kind != Kind::fault)
        if (const auto fault = header_fault(message, request.head)) {
            message.modern = message.modern || names_modern(request.head);
            monitor_.refused(400);
            return json_reply(request, 400, error_line(message, *fault));
        }
    if (const auto refused = users_.refusal(asked.caller, message)) {
        monitor_.refused(refused->status);
        return refusal_reply(request.head, *refused, &message);
    }
    const Era era = era_of(message);
    const bool listens = message.method == "subscriptions/listen";
    if (listens && !accepted(request.head).events)
        return refusal_reply(request.head, {406, "a listen request needs text/event-stream"});
    if (const auto refused = listens ? users_.open_stream(asked.caller) : std::nullopt) {
        monitor_.refused(refused->status);
        return refusal_reply(request.head, *refused, &message);
    }
    std::stop_token stop;
    if (asked.caller.server->order(message) != Order::at_once)
        stop = request.stop(era == Era::modern);
    Reply answered = reply(asked, message, session, stop);
    if (answered.held) return std::nullopt;
    if (listens) users_.close_stream(asked.caller);
    if (answered.line.empty()) return json_reply(request, 202, "");
    return json_reply(request, status_of(answered, era), std::move(answered.line));
}

/// The replies of a legacy batch, each to its own request, as one list. What one of them
/// may not do, the batch may not.
HttpReply HttpEndpoint::answer_batch(const Asked& asked, const Incoming& incoming,
                                     Session& session) {
    const auto refuse = [&](const Refusal& refused) {
        monitor_.refused(refused.status);
        return refusal_reply(asked.request.head, refused);
    };
    if (const auto late = users_.admit_more(asked.caller, incoming.messages.size() - 1))
        return refuse(*late);
    for (const auto& message : incoming.messages)
        if (const auto refused = users_.refusal(asked.caller, message)) return refuse(*refused);
    const std::stop_token stop = asked.request.stop(false);
    std::string out;
    for (const auto& message : incoming.messages) {
        const Reply answered = reply(asked, message, session, stop);
        if (answered.line.empty()) continue;
        out += out.empty() ? "[" : ",";
        out += answered.line;
    }
    return out.empty() ? json_reply(asked.request, 202, "")
                       : json_reply(asked.request, 200, out + "]");
}

}  // namespace mcp
