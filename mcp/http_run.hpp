#pragma once

#include "mcp/http_hub.hpp"
#include "mcp/http_listener.hpp"

#include <functional>
#include <string>

namespace mcp {

/// Serves at an address until the process is told to stop (SIGINT, SIGTERM), then
/// lets calls that run finish. `ready` hears the port before the first request. Call
/// block_stop_signals() before any thread starts. Throws Error unavailable when the
/// address cannot be had.
void serve_http(const ListenAddress& address, const HttpLimits& limits,
                const std::function<HttpHandler&(int port)>& ready);

/// Leaves SIGINT and SIGTERM to serve_http().
void block_stop_signals();

/// `http://127.0.0.1:8808/mcp`
std::string http_url(const ListenAddress& address, int port);

}  // namespace mcp
