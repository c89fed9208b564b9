#pragma once

#include "mcp/server.hpp"
#include "tests/support/temp_dir.hpp"

#include <string>
#include <vector>

namespace tests {

using tools::Json;

/// Keeps what a server sends.
class Recorder : public mcp::Channel {
public:
    void send(std::string message, const std::stop_token& stop) override;

    /// What was sent since the last time.
    std::vector<std::string> take();

private:
    std::mutex mutex_;
    std::vector<std::string> sent_;
};

/// A conversation with a server of its own, message by message, in one process.
class Dialogue {
public:
    explicit Dialogue(tools::Catalog catalog, tools::Settings settings = {});

    /// What comes back on a line: notices of the request first, then its reply.
    std::vector<std::string> say(const std::string& line);

    /// The one reply to a line.
    Json ask(const std::string& line);

    /// The reply to a legacy request.
    Json request(const std::string& method, const Json& params = nullptr);

    /// The reply to a request that carries the modern envelope.
    Json modern(const std::string& method, Json params = Json::object());

    std::vector<std::string> faults;  ///< what the server reported
    Recorder channel;

    store::Store& store() { return store_; }

private:
    TempDir dir_;
    store::Store store_;
    tools::Counter counter_;
    mcp::Server server_;
    mcp::Session session_;
    int next_id_ = 1;
};

/// The envelope of the modern revision.
Json envelope();

}  // namespace tests
