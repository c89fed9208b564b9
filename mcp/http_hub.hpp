#pragma once

#include "mcp/http_connection.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace mcp {

/// What strangers may take of this process.
struct HttpLimits {
    std::size_t body_bytes = 1024UL * 1024;       ///< of one request
    std::size_t held_bytes = 16UL * 1024 * 1024;  ///< of all unfinished requests
    std::size_t connections = 8192;
    std::size_t connections_per_address = 256;  ///< loopback is free of it
    std::size_t threads = 64;
    std::chrono::milliseconds head{10'000};        ///< from a request's first byte to its head
    std::chrono::milliseconds request{30'000};     ///< and to its whole body
    std::chrono::milliseconds idle{75'000};        ///< between requests
    std::chrono::milliseconds write{30'000};       ///< for a client to take a reply
    std::chrono::milliseconds keep_alive{15'000};  ///< between the comments of a stream
    std::chrono::milliseconds drain{2'000};        ///< for calls that run when it stops
};

/// One request that is all there.
struct HttpRequest {
    const Head& head;
    std::string_view body;
    const std::string& peer;  ///< address of the client
    /// A token for calls that may take long; it stops when the server does and, if the
    /// client is watched, when that disconnects.
    std::function<std::stop_token(bool watched)> stop;
};

/// Milliseconds of the steady clock.
std::int64_t steady_ms();

/// What answers requests. Any number of threads ask at once.
class HttpHandler {
public:
    HttpHandler() = default;
    virtual ~HttpHandler() = default;
    HttpHandler(const HttpHandler&) = delete;
    HttpHandler& operator=(const HttpHandler&) = delete;
    HttpHandler(HttpHandler&&) = delete;
    HttpHandler& operator=(HttpHandler&&) = delete;

    /// A reply that needs no body to be given, or nothing: go on reading.
    virtual std::optional<HttpReply> refuse(const Head& head, const std::string& peer) = 0;

    /// The reply, or nothing when the stream stays open; then it is left with its at_end.
    virtual std::optional<HttpReply> answer(const HttpRequest& request, EventStream& stream) = 0;

    /// True for a body whose answer may take long, such as one that waits for the disk.
    /// Asked only when few threads are left.
    virtual bool may_wait(std::string_view /*body*/) { return true; }

    /// The hub itself sent somebody away with this status.
    virtual void turned_away(int /*status*/) {}

    /// No more connections come, and those there are end: asked once.
    virtual void draining() {}

    /// Owners whose open streams are to end. Asked four times a second.
    virtual std::vector<std::string> ended() { return {}; }
};

/// The connections of a server. A few threads wait for all of them at once and take
/// whichever has something to do, so that a connection that is idle, slow or only
/// listens holds none.
class HttpHub {
public:
    HttpHub(HttpHandler& handler, const HttpLimits& limits);
    ~HttpHub();
    HttpHub(const HttpHub&) = delete;
    HttpHub& operator=(const HttpHub&) = delete;
    HttpHub(HttpHub&&) = delete;
    HttpHub& operator=(HttpHub&&) = delete;

    /// Takes a new connection over, or sends it away with 503.
    void add(int fd);

    /// Ends streams and idle connections, gives running calls their time, then asks
    /// them to stop. False when some did not: the process must leave without them.
    bool stop();

private:
    using Lock = std::unique_lock<std::mutex>;

    void work();
    void serve_event(std::uint64_t id, std::uint32_t events);
    void run(Connection& connection, const std::function<bool()>& part);
    bool may_answer(Connection& connection);
    bool take_turn();
    void end_turn(Connection& connection);
    void wait_for_turn(Connection& connection);
    Connection* next_turn();
    static std::size_t all_turns(std::size_t threads);
    void watch_time(const std::stop_token& stop);
    void sweep();
    std::vector<Connection*> take_streams(const std::function<bool(const EventStream&)>& which);
    void keep_streams();
    void end_streams();
    Connection* take(std::uint64_t id, std::uint32_t events);
    void give_back(Connection& connection, bool keep);
    bool serve(Connection& connection, std::uint32_t events);
    bool read_on(Connection& connection);
    bool serve_arrived(Connection& connection);
    bool linger(Connection& connection);
    bool reply(Connection& connection, const HttpReply& reply, bool last);
    bool answer(Connection& connection);
    bool answer_late(Connection& connection);
    void end_stream(Connection& connection);
    bool within_budget(Connection& connection);
    void arm(Connection& connection);
    void arm_waiting(std::uint64_t id);
    std::stop_token stop_of(Connection& connection, bool watched);
    std::unique_ptr<Connection> erase(Connection& connection);

    HttpHandler& handler_;
    HttpLimits limits_;
    int epoll_;
    int wake_;  ///< readable once the threads shall end
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
    std::map<std::string, std::size_t> per_address_;
    std::atomic<std::size_t> turns_;  ///< how many more requests may take long
    std::atomic<bool> some_wait_ = false;
    std::deque<Connection*> waiting_;
    std::uint64_t last_id_ = 0;
    std::int64_t next_comments_ = 0;
    std::atomic<std::size_t> held_ = 0;
    std::atomic<bool> draining_ = false;
    std::atomic<bool> ending_ = false;
    std::vector<std::thread> threads_;
    std::jthread clock_;
};

}  // namespace mcp
