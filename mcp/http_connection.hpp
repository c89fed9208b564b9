#pragma once

#include "mcp/http_reply.hpp"
#include "mcp/http_request.hpp"
#include "mcp/session.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// A socket and what is still to be written to it. Any thread may write.
class Outlet {
public:
    explicit Outlet(int fd) : fd_(fd) {}

    ~Outlet();
    Outlet(const Outlet&) = delete;
    Outlet& operator=(const Outlet&) = delete;
    Outlet(Outlet&&) = delete;
    Outlet& operator=(Outlet&&) = delete;

    /// Sends what the socket takes at once and keeps the rest. False when something
    /// is kept. A client that lets more than `most` bytes wait is cut off.
    bool write(std::string_view bytes, std::size_t most);

    /// Sends of the rest what the socket takes now; true when nothing is left.
    bool flush();

    [[nodiscard]] bool pending() const;

    [[nodiscard]] bool broken() const { return broken_; }

    [[nodiscard]] int fd() const { return fd_; }

private:
    bool push(std::string_view& bytes);

    int fd_;
    mutable std::mutex mutex_;
    std::string rest_;
    std::atomic<bool> broken_ = false;  ///< nothing reaches the client any more
};

/// The way back to the client of one request: a reply, or a stream of events that
/// starts with the first message sent and ends with the answer.
class EventStream : public Channel {
public:
    EventStream(Outlet& outlet, bool chunked, std::function<void()> waiting)
        : outlet_(outlet), chunked_(chunked), waiting_(std::move(waiting)) {}

    bool allowed = true;           ///< the client takes events; else only the answer reaches it
    bool always = false;           ///< the client takes nothing but events
    std::vector<Header> headers;   ///< of the stream's head
    std::function<void()> at_end;  ///< runs when a stream that stayed open ends
    std::string owner;             ///< whose it is, as HttpHandler::ended() names them

    void send(std::string message, const std::stop_token& stop) override;

    /// A line that clients ignore: keeps what lies between from closing the stream.
    void keep_alive();

    /// Ends the stream, after a last message where there is one.
    void end(std::string_view last);

    [[nodiscard]] bool started() const { return started_; }

private:
    void put(std::string_view text);

    Outlet& outlet_;
    bool chunked_;
    std::function<void()> waiting_;  ///< something is kept back: see to it
    std::mutex mutex_;
    std::atomic<bool> started_ = false;
    bool ended_ = false;
};

/// One client's connection. Everything but `outlet` belongs to whoever made it busy.
struct Connection {
    Connection(std::uint64_t number, int fd, std::string address, std::size_t max_body)
        : id(number), peer(std::move(address)), outlet(fd), reader(max_body) {}

    std::uint64_t id;
    std::string peer;
    Outlet outlet;
    RequestReader reader;
    std::unique_ptr<EventStream> stream;  ///< open beyond its request
    std::stop_source stop;                ///< of the request that is being answered
    std::int64_t deadline = 0;            ///< ms of the steady clock; 0: none
    std::size_t counted = 0;              ///< bytes counted as held
    bool busy = false;
    bool turn = false;        ///< may hold its thread for long
    bool waits = false;       ///< its request is whole and waits for a turn
    bool last = false;        ///< closes when all is written
    std::size_t drained = 0;  ///< bytes thrown away since the last reply
    bool lingering = false;   ///< all is written: the client is let finish
};

}  // namespace mcp
