#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace mcp {

/// What is written to stderr: lines of this level and above.
enum class LogLevel { debug, info, warn, error, off };

constexpr auto names(LogLevel) {
    return std::array{"debug", "info", "warn", "error", "off"};
}

/// Lines on stderr for the operator. They never hold user text. A line that would
/// make us wait, because nobody reads stderr, is dropped.
class Log {
public:
    explicit Log(LogLevel level);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    Log(Log&&) = delete;
    Log& operator=(Log&&) = delete;

    void write(LogLevel level, std::string_view line);

private:
    struct Format;

    LogLevel level_;
    std::mutex mutex_;
    std::unique_ptr<Format> format_;  ///< made with the first line
};

}  // namespace mcp
