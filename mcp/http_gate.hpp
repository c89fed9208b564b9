#pragma once

#include "mcp/http_head.hpp"
#include "mcp/http_reply.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mcp {

/// Who may reach the server through a browser or under a name, as exact lists.
struct HttpGate {
    std::vector<std::string> hosts;    ///< values of the Host header, in lower case
    std::vector<std::string> origins;  ///< beside every loopback origin
};

/// The gate of a server that listens at host and port: the loopback names with that
/// port, its own address, and what the operator allows.
HttpGate make_gate(const std::string& host, int port, const std::vector<std::string>& hosts,
                   std::vector<std::string> origins);

/// The refusal of a request under a name or from a page that is not allowed.
std::optional<Refusal> gate_refusal(const HttpGate& gate, const Head& head);

/// True for pages served by this very machine: `http://localhost`, 127.0.0.1 and [::1],
/// http or https, with any port.
bool loopback_origin(const std::string& origin);

/// The headers that let the page of an allowed origin read a reply; none without one.
std::vector<Header> cross_origin_headers(const Head& head);

/// The answer to a browser that asks first what it may send.
HttpReply preflight_reply(const Head& head);

/// What the Accept header lets a reply be. Absent: anything.
struct Accepts {
    bool json = true;
    bool events = true;
};

Accepts accepted(const Head& head);

/// True for a body that is JSON: `application/json`, with parameters or without.
bool sends_json(const Head& head);

/// A header's value of the modern revision: `=?base64?...?=` is decoded. Nothing when
/// that is no base64.
std::optional<std::string> header_text(const std::string& value);

}  // namespace mcp
