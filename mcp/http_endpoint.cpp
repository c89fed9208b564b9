#include "mcp/http_endpoint.hpp"

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

}  // namespace

std::optional<HttpReply> HttpEndpoint::refuse(const Head& head, const std::string& /*peer*/) {
    if (const auto refusal = gate_refusal(gate_, head)) {
        const Head stranger;  // no origin: nothing lets its page read this
        return refusal_reply(stranger, *refusal);
    }
    if (head.path != "/mcp") return refusal_reply(head, {404, "nothing is here: POST to /mcp"});
    if (head.verb == "OPTIONS") return preflight_reply(head);
    if (head.verb != "POST")
        return refusal_reply(
            head, {405, "only POST is served here: there are no sessions", {{"Allow", "POST"}}});
    const auto caller = users_.admit(head);
    if (const auto* refusal = std::get_if<Refusal>(&caller)) return refusal_reply(head, *refusal);
    if (!sends_json(head)) return refusal_reply(head, {415, "send Content-Type: application/json"});
    const Accepts accepts = accepted(head);
    if (!accepts.json && !accepts.events)
        return refusal_reply(head, {406, "accept application/json, text/event-stream"});
    return std::nullopt;
}

std::optional<HttpReply> HttpEndpoint::answer(const HttpRequest& request, EventStream& stream) {
    const auto found = users_.find(request.head);  // a token may end while a body comes
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return refusal_reply(request.head, *refusal);
    const Caller caller = std::get<Caller>(found);
    const Accepts accepts = accepted(request.head);
    stream.allowed = accepts.events;
    stream.always = !accepts.json;
    stream.headers = cross_origin_headers(request.head);
    Session session(stream);
    const std::string* version = request.head.find("mcp-protocol-version");
    session.version = version == nullptr ? "2025-03-26" : *version;
    Incoming incoming = caller.server->read(request.body, session);
    if (incoming.batch) return answer_batch(request, caller, incoming, session);
    auto out = answer_one(request, caller, incoming.messages.front(), session);
    if (!out) {
        stream.owner = users_.opened(caller);
        stream.at_end = [this, caller, &stream] {
            users_.closed(caller);
            Session last(stream);
            caller.server->close(last);
        };
    } else if (session.listening) {
        caller.server->close(session);
    }
    return out;
}

std::optional<HttpReply> HttpEndpoint::answer_one(const HttpRequest& request, const Caller& caller,
                                                  Message& message, Session& session) {
    if (message.kind != Kind::fault)
        if (const auto fault = header_fault(message, request.head)) {
            message.modern = message.modern || names_modern(request.head);
            return json_reply(request, 400, error_line(message, *fault));
        }
    if (const auto refusal = users_.refusal(caller, message))
        return refusal_reply(request.head, *refusal, &message);
    const Era era = era_of(message);
    if (message.method == "subscriptions/listen" && !accepted(request.head).events)
        return refusal_reply(request.head, {406, "a listen request needs text/event-stream"});
    Server& server = *caller.server;
    std::stop_token stop;
    if (server.order(message) != Order::at_once) stop = request.stop(era == Era::modern);
    Reply reply = server.reply(message, session, stop);
    if (reply.held) return std::nullopt;
    if (reply.line.empty()) return json_reply(request, 202, "");
    return json_reply(request, status_of(reply, era), std::move(reply.line));
}

/// The replies of a legacy batch, each to its own request, as one list. What one of them
/// may not do, the batch may not.
HttpReply HttpEndpoint::answer_batch(const HttpRequest& request, const Caller& caller,
                                     const Incoming& incoming, Session& session) {
    for (const auto& message : incoming.messages)
        if (const auto refusal = users_.refusal(caller, message))
            return refusal_reply(request.head, *refusal);
    const std::stop_token stop = request.stop(false);
    std::string out;
    for (const auto& message : incoming.messages) {
        const Reply reply = caller.server->reply(message, session, stop);
        if (reply.line.empty()) continue;
        out += out.empty() ? "[" : ",";
        out += reply.line;
    }
    if (session.listening) caller.server->close(session);
    return out.empty() ? json_reply(request, 202, "") : json_reply(request, 200, out + "]");
}

}  // namespace mcp
