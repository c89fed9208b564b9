#include "mcp/http_hub.hpp"

#include "mcp/failure.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace mcp {
namespace {

constexpr std::uint32_t hang_up = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr std::size_t free_bytes = 64UL * 1024;  ///< a connection holds so much uncounted
constexpr std::uint64_t wake_id = 0;
constexpr std::int64_t linger_ms = 2'000;
constexpr std::size_t most_drained = 8UL * 1024 * 1024;
constexpr std::size_t most_unsent = 64UL * 1024 * 1024;

/// The client's address as text; a v4 address mapped into v6 as the v4 one.
std::string peer_of(int fd) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "unknown";
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.ss_family == AF_INET) {
        const auto* v4 = reinterpret_cast<const sockaddr_in*>(&address);
        ::inet_ntop(AF_INET, &v4->sin_addr, text.data(), text.size());
    } else if (address.ss_family == AF_INET6) {
        const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&address);
        ::inet_ntop(AF_INET6, &v6->sin6_addr, text.data(), text.size());
    } else {
        return "local";
    }
    const std::string out(text.data());
    return out.starts_with("::ffff:") ? out.substr(7) : out;
}

bool loopback(const std::string& peer) {
    return peer.starts_with("127.") || peer == "::1";
}

/// True when the connection can go on behind a reply that left the body unread.
bool ends_cleanly(const Head& head) {
    return head.persistent && !head.chunked && head.length == 0 && head.verb != "HEAD";
}

HttpReply plain(int status, const std::string& message) {
    return {status, message + "\n", "text/plain; charset=utf-8"};
}

}  // namespace

std::int64_t steady_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

HttpHub::HttpHub(HttpHandler& handler, const HttpLimits& limits)
    : handler_(handler),
      limits_(limits),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      turns_(all_turns(limits.threads)) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = wake_id;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_, &event);
    for (std::size_t i = 0; i < limits_.threads; ++i)
        threads_.emplace_back([this] { work(); });
    clock_ = std::jthread([this](const std::stop_token& stop) { watch_time(stop); });
}

HttpHub::~HttpHub() {
    stop();
    ending_ = true;
    ::eventfd_write(wake_, 1);
    for (auto& thread : threads_)
        thread.join();
    clock_ = {};
    for (const auto& entry : connections_)
        end_stream(*entry.second);
    connections_.clear();
    ::close(wake_);
    ::close(epoll_);
}

void HttpHub::add(int fd) {
    const std::string peer = peer_of(fd);
    auto made = std::make_unique<Connection>(0, fd, peer, limits_.body_bytes);
    Lock lock(mutex_);
    const bool crowded = connections_.size() >= limits_.connections ||
                         (!loopback(peer) && per_address_[peer] >= limits_.connections_per_address);
    if (crowded || draining_) {
        lock.unlock();
        handler_.turned_away(503);
        made->outlet.write(reply_bytes(plain(503, "too many connections: try again later"), true),
                           most_unsent);
        return;
    }
    ++per_address_[peer];
    Connection& connection = *made;
    connection.id = ++last_id_;
    connection.deadline = steady_ms() + limits_.head.count();
    connections_.emplace(connection.id, std::move(made));
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.u64 = connection.id;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event) != 0) erase(connection).reset();
}

/// Takes it out of the table; the lock must be held, and is best given back before
/// the connection ends.
std::unique_ptr<Connection> HttpHub::erase(Connection& connection) {
    const auto count = per_address_.find(connection.peer);
    if (count != per_address_.end() && --count->second == 0) per_address_.erase(count);
    held_ -= connection.counted;
    const auto found = connections_.find(connection.id);
    auto out = std::move(found->second);
    connections_.erase(found);
    if (draining_) changed_.notify_all();
    return out;
}

void HttpHub::work() {
    for (;;) {
        epoll_event event{};
        const int count = ::epoll_wait(epoll_, &event, 1, -1);
        if (count < 0 && errno != EINTR) return;
        if (ending_) return;
        if (count < 1 || event.data.u64 == wake_id) continue;
        serve_event(event.data.u64, event.events);
        while (Connection* next = next_turn())
            run(*next, [&] { return answer_late(*next); });
    }
}

void HttpHub::serve_event(std::uint64_t id, std::uint32_t events) {
    Connection* connection = take(id, events);
    if (connection != nullptr) run(*connection, [&] { return serve(*connection, events); });
}

/// Does a part of a connection's work, which says whether to keep the connection.
void HttpHub::run(Connection& connection, const std::function<bool()>& part) {
    bool keep = false;
    const auto failed = attempt([&] { keep = part(); });
    end_turn(connection);
    if (connection.waits && !failed)
        wait_for_turn(connection);
    else
        give_back(connection, keep && !failed);
}

/// The connection, for this thread alone; nothing when it is gone or another one has
/// it, who then hears that the client has left.
Connection* HttpHub::take(std::uint64_t id, std::uint32_t events) {
    std::stop_source stop(std::nostopstate);
    {
        const Lock lock(mutex_);
        const auto found = connections_.find(id);
        if (found == connections_.end()) return nullptr;
        Connection& connection = *found->second;
        if (!std::exchange(connection.busy, true)) return &connection;
        if ((events & hang_up) != 0) stop = connection.stop;
    }
    stop.request_stop();
    return nullptr;
}

void HttpHub::give_back(Connection& connection, bool keep) {
    const bool over = draining_ && !connection.outlet.pending();
    const bool ends = !keep || over || connection.outlet.broken();
    if (ends) end_stream(connection);
    std::unique_ptr<Connection> gone;
    const Lock lock(mutex_);
    if (ends) {
        gone = erase(connection);
        return;
    }
    connection.busy = false;
    connection.stop = std::stop_source(std::nostopstate);
    arm(connection);
}

/// What to wait for next; the lock must be held.
void HttpHub::arm(Connection& connection) {
    epoll_event event{};
    event.events = EPOLLONESHOT;
    if (connection.outlet.pending()) event.events |= EPOLLOUT;
    if (connection.stream)
        event.events |= EPOLLRDHUP;
    else if (!connection.outlet.pending())
        event.events |= EPOLLIN;
    event.data.u64 = connection.id;
    ::epoll_ctl(epoll_, EPOLL_CTL_MOD, connection.outlet.fd(), &event);
}

/// A message to a stream waits for room: whoever has the connection sees to it when
/// he gives it back, else it is to be armed for that.
void HttpHub::arm_waiting(std::uint64_t id) {
    const Lock lock(mutex_);
    const auto found = connections_.find(id);
    if (found != connections_.end() && !found->second->busy) arm(*found->second);
}

/// When watched, another thread tells the call from now on that the client has left.
std::stop_token HttpHub::stop_of(Connection& connection, bool watched) {
    const Lock lock(mutex_);
    connection.stop = std::stop_source();
    if (!watched) return connection.stop.get_token();
    epoll_event event{};
    event.events = EPOLLRDHUP | EPOLLONESHOT;
    event.data.u64 = connection.id;
    ::epoll_ctl(epoll_, EPOLL_CTL_MOD, connection.outlet.fd(), &event);
    return connection.stop.get_token();
}

/// False when the connection is to end.
bool HttpHub::serve(Connection& connection, std::uint32_t events) {
    if (connection.stream && (events & hang_up) != 0) return false;
    if (connection.outlet.pending() && !connection.outlet.flush()) return true;
    if (connection.last) return linger(connection);
    if (connection.stream) return true;
    return read_on(connection);
}

/// Reads and answers until there is nothing to read for now.
bool HttpHub::read_on(Connection& connection) {
    std::array<char, 16UL * 1024> bytes;
    for (;;) {
        if (!serve_arrived(connection)) return linger(connection);
        if (connection.stream || connection.waits || connection.outlet.pending()) return true;
        const ssize_t got =
            ::recv(connection.outlet.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
        if (got <= 0) return false;
        if (connection.reader.idle()) connection.deadline = steady_ms() + limits_.head.count();
        connection.reader.feed({bytes.data(), static_cast<std::size_t>(got)});
        if (!within_budget(connection)) {
            handler_.turned_away(503);
            reply(connection, plain(503, "too many unfinished requests: try again later"), true);
            return linger(connection);
        }
    }
}

/// After the last reply: what the client still sends is thrown away for a while, since
/// a connection closed on it may take the reply along. False when that is over.
bool HttpHub::linger(Connection& connection) {
    if (connection.outlet.pending()) return true;
    connection.last = true;
    if (!std::exchange(connection.lingering, true)) {
        ::shutdown(connection.outlet.fd(), SHUT_WR);
        connection.deadline = steady_ms() + linger_ms;
        connection.reader = RequestReader(0);
        within_budget(connection);
    }
    std::array<char, 16UL * 1024> bytes;
    while (connection.drained < most_drained) {
        const ssize_t got =
            ::recv(connection.outlet.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
        if (got <= 0) return false;
        connection.drained += static_cast<std::size_t>(got);
    }
    return false;
}

/// Counts what unfinished requests hold. A small one always has its place.
bool HttpHub::within_budget(Connection& connection) {
    const std::size_t held = connection.reader.held();
    const std::size_t now = held > free_bytes ? held : 0;
    const std::size_t sum = held_ += now - connection.counted;
    connection.counted = now;
    return now == 0 || sum <= limits_.held_bytes;
}

/// Answers the requests that have come whole; false when the connection is to end
/// once everything is written.
bool HttpHub::serve_arrived(Connection& connection) {
    for (;;) {
        RequestReader& reader = connection.reader;
        switch (reader.advance()) {
            case Arrival::partial:
                if (reader.idle()) connection.deadline = steady_ms() + limits_.idle.count();
                return true;
            case Arrival::faulty:
                handler_.turned_away(reader.refusal().status);
                return reply(connection, plain(reader.refusal().status, reader.refusal().message),
                             true);
            case Arrival::head:
                if (const auto refused = handler_.refuse(reader.head(), connection.peer)) {
                    if (!reply(connection, *refused, !ends_cleanly(reader.head()))) return false;
                    reader.next();
                    break;
                }
                connection.deadline += limits_.request.count() - limits_.head.count();
                if (reader.head().expects_continue)
                    connection.outlet.write("HTTP/1.1 100 Continue\r\n\r\n", most_unsent);
                break;
            case Arrival::whole:
                if (!may_answer(connection)) return true;
                if (!answer(connection)) return false;
                if (connection.stream) return true;
                break;
        }
        if (connection.outlet.pending()) return true;
    }
}

/// False when nothing may follow it.
bool HttpHub::reply(Connection& connection, const HttpReply& reply, bool last) {
    connection.last = last || draining_;
    connection.deadline = steady_ms() + limits_.write.count();
    connection.outlet.write(reply_bytes(reply, connection.last), most_unsent);
    return !connection.last;
}

bool HttpHub::answer(Connection& connection) {
    RequestReader& reader = connection.reader;
    const bool persistent = reader.head().persistent;
    const bool old = reader.head().old;
    auto stream = std::make_unique<EventStream>(connection.outlet, !old,
                                                [this, id = connection.id] { arm_waiting(id); });
    const HttpRequest request{reader.head(), reader.body(), connection.peer,
                              [&](bool watched) { return stop_of(connection, watched); }};
    connection.deadline = 0;
    auto answered = handler_.answer(request, *stream);
    end_turn(connection);
    reader.next();
    within_budget(connection);
    if (!answered) {
        connection.stream = std::move(stream);
        return true;
    }
    if (!stream->started() && !(stream->always && answered->status == 200))
        return reply(connection, *answered, !persistent) && !connection.outlet.broken();
    stream->end(answered->body);
    connection.last = !persistent || old || draining_;
    connection.deadline = steady_ms() + limits_.write.count();
    return !connection.last;
}

/// Answers the request that waited for its turn, and goes on.
bool HttpHub::answer_late(Connection& connection) {
    if (!answer(connection)) return linger(connection);
    if (connection.stream || connection.outlet.pending()) return true;
    return read_on(connection);
}

/// The stream of a client that has left, or of a server that stops.
void HttpHub::end_stream(Connection& connection) {
    if (!connection.stream) return;
    const auto failed = attempt([&] {
        if (connection.stream->at_end) connection.stream->at_end();
        connection.stream->end("");
    });
    static_cast<void>(failed);
}

}  // namespace mcp
