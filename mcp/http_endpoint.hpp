#pragma once

#include "mcp/http_gate.hpp"
#include "mcp/http_hub.hpp"
#include "mcp/http_users.hpp"
#include "mcp/server.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcp {

/// The protocol over HTTP at /mcp: every POST is served by itself, in the era it
/// speaks; there are no sessions.
class HttpEndpoint : public HttpHandler {
public:
    HttpEndpoint(HttpUsers& users, HttpGate gate) : users_(users), gate_(std::move(gate)) {}

    std::optional<HttpReply> refuse(const Head& head, const std::string& peer) override;
    std::optional<HttpReply> answer(const HttpRequest& request, EventStream& stream) override;

    std::vector<std::string> ended() override { return users_.ended(); }

private:
    std::optional<HttpReply> answer_one(const HttpRequest& request, const Caller& caller,
                                        Message& message, Session& session);
    HttpReply answer_batch(const HttpRequest& request, const Caller& caller,
                           const Incoming& incoming, Session& session);

    HttpUsers& users_;
    HttpGate gate_;
};

/// Why a request of the modern revision does not fit its headers, or what is missing;
/// nothing of a legacy one unless its header names a version nobody speaks.
std::optional<Fault> header_fault(const Message& message, const Head& head);

}  // namespace mcp
