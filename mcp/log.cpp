#include "mcp/log.hpp"

#include "mcp/json_text.hpp"

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
    explicit Format(LogForm form)
        : formatter(form == LogForm::words ? "%Y-%m-%dT%H:%M:%S.%eZ %l %v"
                                           : R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})",
                    spdlog::pattern_time_type::utc) {}

    spdlog::pattern_formatter formatter;
};

Log::Log(LogLevel level, LogForm form) : level_(level), form_(form) {}

Log::~Log() = default;

void Log::write(LogLevel level, std::string_view line) {
    if (!shows(level)) return;
    if (form_ == LogForm::words) return put(level, line);
    put(level, "\"message\":" + json_string(std::string(line)));
}

void Log::write_members(LogLevel level, std::string_view members) {
    if (shows(level)) put(level, members);
}

void Log::put(LogLevel level, std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (!format_) {
        ::setenv("TZ", "UTC0", 1);  // lines are in UTC: no zone file needs reading
        format_ = std::make_unique<Format>(form_);
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
