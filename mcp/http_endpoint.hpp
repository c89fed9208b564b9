#pragma once

#include "mcp/http_gate.hpp"
#include "mcp/http_hub.hpp"
#include "mcp/http_monitor.hpp"
#include "mcp/http_users.hpp"
#include "mcp/server.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp {

/// The protocol over HTTP at /mcp: every POST is served by itself, in the era it
/// speaks; there are no sessions. Beside it /livez, /readyz and /metrics for operators.
class HttpEndpoint : public HttpHandler {
public:
    HttpEndpoint(HttpUsers& users, HttpGate gate, HttpMonitor& monitor)
        : users_(users), gate_(std::move(gate)), monitor_(monitor) {}

    std::optional<HttpReply> refuse(const Head& head, const std::string& peer) override;
    std::optional<HttpReply> answer(const HttpRequest& request, EventStream& stream) override;

    bool may_wait(std::string_view body) override;

    std::vector<std::string> ended() override { return users_.ended(); }

    void turned_away(int status) override { monitor_.refused(status); }

    void draining() override { monitor_.drain(); }

private:
    struct Asked;

    std::optional<HttpReply> refusal(const Head& head);
    std::optional<HttpReply> look(const Head& head);
    std::optional<HttpReply> answer_one(const Asked& asked, Message& message, Session& session);
    HttpReply answer_batch(const Asked& asked, const Incoming& incoming, Session& session);
    Reply reply(const Asked& asked, const Message& message, Session& session,
                const std::stop_token& stop);

    HttpUsers& users_;
    HttpGate gate_;
    HttpMonitor& monitor_;
};

/// Why a request of the modern revision does not fit its headers, or what is missing;
/// nothing of a legacy one unless its header names a version nobody speaks.
std::optional<Fault> header_fault(const Message& message, const Head& head);

}  // namespace mcp
