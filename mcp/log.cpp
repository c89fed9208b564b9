#include "mcp/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>

#include <algorithm>
#include <mutex>
#include <poll.h>
#include <unistd.h>

namespace mcp {
namespace {

/// Writes to stderr while there is room for a line without waiting.
class PatientSink : public spdlog::sinks::base_sink<std::mutex> {
protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        constexpr std::size_t atomic = 4096;  // a pipe with room takes so much at once
        pollfd room{STDERR_FILENO, POLLOUT, 0};
        if (::poll(&room, 1, 0) != 1 || (room.revents & POLLOUT) == 0) return;
        const ssize_t sent = ::write(STDERR_FILENO, line.data(), std::min(line.size(), atomic));
        static_cast<void>(sent);
    }

    void flush_() override {}
};

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

struct Log::Sink {
    explicit Sink(LogLevel level) : logger("throughline", {std::make_shared<PatientSink>()}) {
        logger.set_formatter(std::make_unique<spdlog::pattern_formatter>(
            "%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc));
        logger.set_level(spdlog_level(level));
    }

    spdlog::logger logger;
};

Log::Log(LogLevel level)
    : level_(level), sink_(level == LogLevel::off ? nullptr : std::make_unique<Sink>(level)) {}

Log::~Log() = default;

void Log::write(LogLevel level, std::string_view line) {
    if (level < level_ || !sink_) return;
    sink_->logger.log(spdlog_level(level), spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace mcp
