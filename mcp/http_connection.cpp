#include "mcp/http_connection.hpp"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace mcp {
namespace {

constexpr std::size_t most_waiting_events = 256UL * 1024;

}  // namespace

Outlet::~Outlet() {
    ::close(fd_);
}

/// False when the socket takes no more for now.
bool Outlet::push(std::string_view& bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return false;
        } else if (errno != EINTR) {
            broken_ = true;
            return true;
        }
    }
    return true;
}

bool Outlet::write(std::string_view bytes, std::size_t most) {
    const std::lock_guard lock(mutex_);
    if (broken_) return true;
    if (rest_.empty() && push(bytes)) return true;
    if (rest_.size() + bytes.size() > most) {
        broken_ = true;
        rest_ = {};
        ::shutdown(fd_, SHUT_RDWR);
        return true;
    }
    rest_ += bytes;
    return false;
}

bool Outlet::flush() {
    const std::lock_guard lock(mutex_);
    std::string_view left = rest_;
    const bool done = push(left);
    if (broken_ || left.empty())
        rest_ = {};
    else
        rest_.erase(0, rest_.size() - left.size());
    return done;
}

bool Outlet::pending() const {
    const std::lock_guard lock(mutex_);
    return !rest_.empty();
}

void EventStream::put(std::string_view text) {
    if (!outlet_.write(text, most_waiting_events) && waiting_) waiting_();
}

void EventStream::send(std::string message, const std::stop_token& stop) {
    if (!allowed) return;
    const std::lock_guard lock(mutex_);
    if (ended_ || stop.stop_requested()) return;
    std::string out;
    if (!started_.exchange(true)) out = stream_head(headers, chunked_);
    out += stream_piece(event_text(message), chunked_);
    put(out);
}

void EventStream::keep_alive() {
    const std::lock_guard lock(mutex_);
    if (started_ && !ended_) put(stream_piece(": keep-alive\n\n", chunked_));
}

void EventStream::end(std::string_view last) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(ended_, true)) return;
    std::string out;
    if (!started_.exchange(true)) out = stream_head(headers, chunked_);
    if (!last.empty()) out += stream_piece(event_text(last), chunked_);
    if (chunked_) out += stream_end;
    // The answer itself may be long; it is bounded by what tools may answer.
    if (!outlet_.write(out, out.size() + most_waiting_events) && waiting_) waiting_();
}

}  // namespace mcp
