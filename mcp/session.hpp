#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp {

/// Where messages to one client go. Several threads may send.
class Channel {
public:
    Channel() = default;
    virtual ~Channel() = default;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    Channel(Channel&&) = delete;
    Channel& operator=(Channel&&) = delete;

    /// Sends a message (one line, without its end) unless the stop was asked for:
    /// nothing follows a cancellation.
    virtual void send(std::string message, const std::stop_token& stop) = 0;
};

/// The requests of one connection that are not answered yet.
class InFlight {
public:
    std::stop_source open(const std::string& id);
    void close(const std::stop_source& source);

    /// Asks every request with this id to stop; an unknown or answered one is none.
    void cancel(std::string_view id);
    void cancel_all();

private:
    std::mutex mutex_;
    std::vector<std::pair<std::string, std::stop_source>> open_;
};

/// How grave a log message to a client is, as logging/setLevel names it.
enum class Severity : std::uint8_t {
    debug,
    info,
    notice,
    warning,
    error,
    critical,
    alert,
    emergency
};

constexpr auto names(Severity) {
    return std::array{"debug", "info",     "notice", "warning",
                      "error", "critical", "alert",  "emergency"};
}

/// What one connection holds. Nothing of it decides how a modern message is served.
struct Session {
    explicit Session(Channel& to) : channel(to) {}

    Channel& channel;
    std::string version;     ///< agreed by the legacy handshake; empty before it
    bool listening = false;  ///< legacy subscriptions were made
    std::atomic<Severity> hears = Severity::error;  ///< from here on, log messages reach it
    InFlight calls;
};

}  // namespace mcp
