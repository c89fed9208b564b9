#include "mcp/log.hpp"

#include <spdlog/details/log_msg.h>
#include <spdlog/pattern_formatter.h>

#include <algorithm>
#include <cstdlib>
#include <poll.h>
#include <unistd.h>

namespace mcp {
namespace {

spdlog::level::level_enum spdlog_level(LogLevel level) {
    switch (level) {
        case LogLevel::debug:
            return spdlog::level::debug;
        case LogLevel::info:
            return spdlog::level::info;
        case LogLevel::warn:
            return spdlog::level::warn;
        case LogLevel::error:
            return spdlog::level::err;
        default:
            return spdlog::level::off;
    }
}

}  // namespace

/// Words lines with time and level.
struct Log::Format {
    spdlog::pattern_formatter formatter{"%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                                        spdlog::pattern_time_type::utc};
};

Log::Log(LogLevel level) : level_(level) {}

Log::~Log() = default;

void Log::write(LogLevel level, std::string_view line) {
    if (level < level_ || level == LogLevel::off) return;
    const std::lock_guard lock(mutex_);
    if (!format_) {
        ::setenv("TZ", "UTC0", 1);  // lines are in UTC: no zone file needs reading
        format_ = std::make_unique<Format>();
    }
    spdlog::memory_buf_t out;
    format_->formatter.format({spdlog::string_view_t(), spdlog_level(level),
                               spdlog::string_view_t(line.data(), line.size())},
                              out);
    constexpr std::size_t atomic = 4096;  // a pipe with room takes so much at once
    pollfd room{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&room, 1, 0) != 1 || (room.revents & POLLOUT) == 0) return;
    const ssize_t sent = ::write(STDERR_FILENO, out.data(), std::min(out.size(), atomic));
    static_cast<void>(sent);
}

}  // namespace mcp
