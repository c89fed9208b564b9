#pragma once

#include "mcp/http_head.hpp"
#include "mcp/log.hpp"
#include "mcp/server.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// What became of a message: told as it was asked, refused in a result, or an error.
enum class Outcome { ok, refused, error };

constexpr auto names(Outcome) {
    return std::array{"ok", "refused", "error"};
}

/// One message that was answered.
struct Served {
    std::string_view request_id;
    std::string_view method, tool;  ///< as sent; the tool of a tools/call
    Outcome outcome = Outcome::ok;
    int status = 200;
    std::chrono::microseconds took{0};
    std::string_view token;  ///< id of the token it came with; empty: none
};

/// What an operator sees of a server that runs: figures, and a line of JSON for what went
/// wrong (for everything at level debug). No text of users is in either: methods and tools
/// that this server does not know are `other`.
class HttpMonitor {
public:
    HttpMonitor(const store::Store& store, const tools::Catalog& offered, Log& log);

    /// The trace id of a `traceparent` header, else one of this process's own: 32 hex digits.
    std::string request_id(const Head& head);

    void served(const Served& call);

    /// Somebody was sent away with this status before his message was looked at.
    void refused(int status);

    void drain() { draining_ = true; }

    /// Why no more calls should be sent here; nothing when they may.
    [[nodiscard]] std::optional<std::string> unready() const;

    /// Every figure in the text form of Prometheus.
    [[nodiscard]] std::string figures(std::int64_t open_streams) const;

private:
    using Counts = std::array<std::uint64_t, 3>;  ///< by Outcome
    static constexpr std::array<std::int64_t, 9> bounds_us{
        500, 1'000, 2'500, 5'000, 10'000, 50'000, 100'000, 500'000, 2'000'000};

    const store::Store& store_;
    Log& log_;
    std::string process_id_;
    std::atomic<std::uint64_t> last_id_ = 0;
    std::atomic<bool> draining_ = false;
    mutable std::mutex mutex_;
    std::map<std::string, Counts, std::less<>> methods_, tools_;
    std::map<int, std::uint64_t> refusals_;
    std::array<std::uint64_t, bounds_us.size() + 1> took_{};
    std::uint64_t took_us_ = 0;
};

}  // namespace mcp
