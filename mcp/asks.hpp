#pragma once

#include "mcp/jsonrpc.hpp"
#include "mcp/session.hpp"
#include "tools/call.hpp"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace mcp {

/// Requests that this server sends to legacy clients in the middle of theirs, such as
/// sampling/createMessage. The answer comes as a message of its own, on another
/// connection over HTTP, and finds its way by an id that nobody guesses and by whose
/// it is.
class Asks {
public:
    explicit Asks(tools::Ids ids) : ids_(std::move(ids)) {}

    /// Sends the request and waits for its result. Throws Error unavailable when the
    /// stop was asked for or the client refuses, or does not answer in time.
    Json ask(Channel& channel, const std::string& tenant, const std::string& method,
             const Json& params, std::stop_token stop);

    /// A response of a client; one that nobody waits for is dropped.
    void deliver(const Message& response, const std::string& tenant);

private:
    struct Waiting {
        std::string tenant;
        std::optional<Message> response = {};
    };

    tools::Ids ids_;
    std::mutex mutex_;
    std::condition_variable_any answered_;
    std::map<std::string, Waiting> waiting_;  ///< by the id's JSON text
};

}  // namespace mcp
