#include "mcp/failure.hpp"
#include "mcp/http_hub.hpp"

#include <algorithm>
#include <utility>

namespace mcp {
namespace {

constexpr std::chrono::milliseconds tick{250};
constexpr std::size_t most_last_words = 4096;

}  // namespace

void HttpHub::watch_time(const std::stop_token& stop) {
    next_comments_ = steady_ms() + limits_.keep_alive.count();
    for (;;) {
        {
            Lock lock(mutex_);
            changed_.wait_for(lock, stop, tick, [] { return false; });
        }
        if (stop.stop_requested()) return;
        sweep();
    }
}

/// Ends connections whose time is over, and keeps streams alive.
void HttpHub::sweep() {
    std::vector<std::unique_ptr<Connection>> late;
    const std::int64_t now = steady_ms();
    {
        const Lock lock(mutex_);
        std::vector<Connection*> over;
        for (const auto& entry : connections_) {
            const Connection& connection = *entry.second;
            if (!connection.busy && !connection.stream && connection.deadline != 0 &&
                connection.deadline < now)
                over.push_back(entry.second.get());
        }
        for (Connection* connection : over)
            late.push_back(erase(*connection));
    }
    for (const auto& connection : late) {
        if (connection->lingering || connection->reader.idle() || connection->outlet.pending())
            continue;
        handler_.turned_away(408);
        connection->outlet.write(
            reply_bytes({408, "the request took too long\n", "text/plain"}, true), most_last_words);
    }
    end_streams();
    if (now < next_comments_) return;
    next_comments_ = now + limits_.keep_alive.count();
    keep_streams();
}

/// The open streams that are meant. Each is taken like by a thread that serves it.
std::vector<Connection*> HttpHub::take_streams(
    const std::function<bool(const EventStream&)>& which) {
    std::vector<Connection*> out;
    const Lock lock(mutex_);
    for (const auto& entry : connections_) {
        Connection& connection = *entry.second;
        if (connection.busy || !connection.stream || !which(*connection.stream)) continue;
        connection.busy = true;
        out.push_back(&connection);
    }
    return out;
}

/// A comment to every open stream.
void HttpHub::keep_streams() {
    for (Connection* connection : take_streams([](const EventStream&) { return true; })) {
        connection->stream->keep_alive();
        give_back(*connection, true);
    }
}

/// Ends the streams of those who may not listen any more.
void HttpHub::end_streams() {
    std::vector<std::string> ended;
    if (attempt([&] { ended = handler_.ended(); }) || ended.empty()) return;
    const auto theirs = [&](const EventStream& stream) {
        return std::find(ended.begin(), ended.end(), stream.owner) != ended.end();
    };
    for (Connection* connection : take_streams(theirs))
        give_back(*connection, false);
}

bool HttpHub::stop() {
    if (draining_.exchange(true)) return true;
    handler_.draining();
    std::vector<Connection*> resting;
    {
        const Lock lock(mutex_);
        for (const auto& entry : connections_) {
            Connection& connection = *entry.second;
            if (connection.busy || connection.outlet.pending()) continue;
            connection.busy = true;
            resting.push_back(&connection);
        }
    }
    for (Connection* connection : resting)
        give_back(*connection, false);
    Lock lock(mutex_);
    const auto empty = [this] { return connections_.empty(); };
    if (changed_.wait_for(lock, limits_.drain, empty)) return true;
    std::vector<std::stop_source> running;
    for (const auto& entry : connections_)
        if (entry.second->busy) running.push_back(entry.second->stop);
    lock.unlock();
    for (auto& source : running)
        source.request_stop();
    lock.lock();
    return changed_.wait_for(lock, std::chrono::milliseconds(300), [this] {
        return std::none_of(connections_.begin(), connections_.end(),
                            [](const auto& entry) { return entry.second->busy; });
    });
}

}  // namespace mcp
