#pragma once

#include "mcp/http_endpoint.hpp"
#include "tests/mcp/dialogue.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace tests {

/// One client's connection to a hub, byte by byte.
class HttpClient {
public:
    explicit HttpClient(int fd) : fd_(fd) {}

    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;
    HttpClient(HttpClient&&) = delete;
    HttpClient& operator=(HttpClient&&) = delete;

    void send(std::string_view bytes) const;

    /// What came until it holds `wanted`, the other end closed or 5 s passed.
    std::string until(std::string_view wanted);

    /// The next whole reply that has a length.
    std::string reply();

    /// True when the other end closes within 5 s; what still came is dropped.
    bool closed();

    void close();

private:
    bool fill();

    int fd_;
    std::string got_;
};

/// The sample catalogue behind the HTTP front, without a port.
class HttpPair {
public:
    explicit HttpPair(const mcp::HttpLimits& limits = small());
    ~HttpPair();
    HttpPair(const HttpPair&) = delete;
    HttpPair& operator=(const HttpPair&) = delete;
    HttpPair(HttpPair&&) = delete;
    HttpPair& operator=(HttpPair&&) = delete;

    /// A new connection; its other end.
    int connect();

    /// The reply to bytes on a connection of their own.
    std::string ask(std::string_view bytes);

    mcp::HttpHub& hub() { return hub_; }

    store::Store& store() { return store_; }

    /// Lets the clock of the rates go on: a token has 30 calls a minute and 12 changes.
    void pass_time(std::int64_t ms) { now_ += ms; }

    static mcp::HttpLimits small();

private:
    TempDir dir_;
    store::Store store_;
    tools::Counter counter_;
    std::atomic<std::int64_t> now_ = 1'000;
    mcp::Server server_;
    mcp::Log log_{mcp::LogLevel::off};
    mcp::HttpMonitor monitor_;
    mcp::HttpUsers users_;
    mcp::HttpEndpoint endpoint_;
    mcp::HttpHub hub_;
};

/// A POST to /mcp with a body and more header lines, each ended by CRLF.
std::string post(const std::string& body, const std::string& headers = "");

/// A POST of a request of the modern revision, with its headers.
std::string modern_post(const std::string& method, Json params, const std::string& headers = "");

/// `HTTP/1.1 200 OK` -> 200; 0 when there is no reply.
int status_of(const std::string& reply);

/// The body of a reply.
std::string body_of(const std::string& reply);

/// The code of the error in the body, 0 when it is none.
int error_of(const std::string& reply);

}  // namespace tests
