#pragma once

#include "tests/bench/child.hpp"
#include "tests/bench/lines.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// A program that says `listening on http://127.0.0.1:PORT/...`, on stdout or stderr.
class Listening {
public:
    explicit Listening(const std::vector<std::string>& command);

    [[nodiscard]] int port() const { return port_; }

    [[nodiscard]] Child::Memory memory() const { return child_.memory(); }

    /// The body of a GET.
    [[nodiscard]] std::string fetch(const std::string& path) const;

private:
    Child child_;
    int port_ = 0;
};

/// What clients saw that each wait for an answer before they ask again.
struct Load {
    double each = 0;  ///< microseconds of the run, divided by its answers
    double p50 = 0, p99 = 0;
    double answers = 0;
};

/// `connections` clients for so many seconds; `body` makes the next body of a client.
Load run_load(int port, int connections, double seconds,
              const std::function<std::string(int client)>& body);

/// A ping from each of 64 connections, beside the epoll echo.
std::vector<Row> http_ping(const Setup& setup);
/// The update of five changes from 32 clients, each on a map of its own.
std::vector<Row> http_update(const Setup& setup);
Row http_idle_memory(const Setup& setup);

}  // namespace bench
