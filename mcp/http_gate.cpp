#include "mcp/http_gate.hpp"

#include "mcp/base64.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace mcp {
namespace {

constexpr std::array loopback_names{"localhost", "127.0.0.1", "[::1]"};

bool digits_only(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// One part of an Accept header: a type and its weight.
struct MediaRange {
    std::string type;
    bool refused = false;  ///< q=0
};

MediaRange read_range(std::string_view text) {
    MediaRange out;
    const auto semicolon = text.find(';');
    out.type = lower(trim(text.substr(0, semicolon)));
    while (!text.empty() && semicolon != std::string_view::npos) {
        text.remove_prefix(std::min(text.size(), text.find(';') + 1));
        const std::string parameter = lower(trim(text.substr(0, text.find(';'))));
        if (parameter.starts_with("q=0") &&
            parameter.find_first_not_of("0.", 2) == std::string::npos)
            out.refused = true;
        if (text.find(';') == std::string_view::npos) break;
    }
    return out;
}

}  // namespace

HttpGate make_gate(const std::string& host, int port, const std::vector<std::string>& hosts,
                   std::vector<std::string> origins) {
    HttpGate out;
    out.origins = std::move(origins);
    const std::string suffix = ":" + std::to_string(port);
    for (const std::string name : loopback_names) {
        out.hosts.push_back(name + suffix);
        if (port == 80) out.hosts.push_back(name);
    }
    const bool v6 = host.find(':') != std::string::npos;
    out.hosts.push_back(lower(v6 ? "[" + host + "]" + suffix : host + suffix));
    for (const auto& name : hosts)
        out.hosts.push_back(lower(name));
    return out;
}

bool loopback_origin(const std::string& origin) {
    std::string_view rest = origin;
    for (const std::string_view scheme : {"http://", "https://"})
        if (rest.starts_with(scheme)) rest.remove_prefix(scheme.size());
    if (rest.size() == origin.size()) return false;
    for (const std::string_view name : loopback_names) {
        if (!rest.starts_with(name)) continue;
        const std::string_view port = rest.substr(name.size());
        return port.empty() || (port.front() == ':' && digits_only(port.substr(1)));
    }
    return false;
}

std::optional<Refusal> gate_refusal(const HttpGate& gate, const Head& head) {
    const std::string* host = head.find("host");
    if (host == nullptr ||
        std::find(gate.hosts.begin(), gate.hosts.end(), lower(*host)) == gate.hosts.end())
        return Refusal{403, "this Host is not served: the operator may add it with --allow-host"};
    const std::string* origin = head.find("origin");
    if (origin == nullptr || loopback_origin(*origin) ||
        std::find(gate.origins.begin(), gate.origins.end(), *origin) != gate.origins.end())
        return std::nullopt;
    return Refusal{403, "this Origin is not allowed: the operator may add it with --allow-origin"};
}

std::vector<Header> cross_origin_headers(const Head& head) {
    const std::string* origin = head.find("origin");
    if (origin == nullptr) return {};
    return {{"Access-Control-Allow-Origin", *origin},
            {"Access-Control-Expose-Headers",
             "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After"},
            {"Vary", "Origin"}};
}

HttpReply preflight_reply(const Head& head) {
    HttpReply out{204};
    out.headers = cross_origin_headers(head);
    out.headers.push_back({"Access-Control-Allow-Methods", "POST, GET, DELETE, OPTIONS"});
    out.headers.push_back({"Access-Control-Allow-Headers",
                           "Content-Type, Accept, Authorization, MCP-Protocol-Version, "
                           "Mcp-Session-Id, Last-Event-ID, Mcp-Method, Mcp-Name"});
    out.headers.push_back({"Access-Control-Max-Age", "7200"});
    return out;
}

Accepts accepted(const Head& head) {
    const std::string* accept = head.find("accept");
    if (accept == nullptr || accept->empty()) return {};
    Accepts out{false, false};
    std::string_view rest = *accept;
    for (;;) {
        const MediaRange range = read_range(rest.substr(0, rest.find(',')));
        const bool all = range.type == "*/*" && !range.refused;
        const bool any_application = range.type == "application/*" && !range.refused;
        const bool any_text = range.type == "text/*" && !range.refused;
        out.json = out.json || all || any_application ||
                   (range.type == "application/json" && !range.refused);
        out.events =
            out.events || all || any_text || (range.type == "text/event-stream" && !range.refused);
        if (rest.find(',') == std::string_view::npos) return out;
        rest.remove_prefix(rest.find(',') + 1);
    }
}

bool sends_json(const Head& head) {
    const std::string* type = head.find("content-type");
    if (type == nullptr) return false;
    return lower(trim(std::string_view(*type).substr(0, type->find(';')))) == "application/json";
}

std::optional<std::string> header_text(const std::string& value) {
    constexpr std::string_view open = "=?base64?";
    constexpr std::string_view close = "?=";
    const std::string_view text = value;
    if (!lower(text).starts_with(open) || !text.ends_with(close) ||
        text.size() < open.size() + close.size())
        return value;
    return base64_bytes(text.substr(open.size(), text.size() - open.size() - close.size()));
}

}  // namespace mcp
