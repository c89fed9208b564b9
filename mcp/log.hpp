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

/// How lines look: `time level words`, or one JSON object each.
enum class LogForm { words, json };

/// Lines on stderr for the operator. They never hold user text. A line that would
/// make us wait, because nobody reads stderr, is dropped.
class Log {
public:
    explicit Log(LogLevel level, LogForm form = LogForm::words);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    Log(Log&&) = delete;
    Log& operator=(Log&&) = delete;

    void write(LogLevel level, std::string_view line);

    /// A line of more than words: members of a JSON object, as text.
    void write_members(LogLevel level, std::string_view members);

    [[nodiscard]] bool shows(LogLevel level) const {
        return level >= level_ && level != LogLevel::off;
    }

private:
    struct Format;

    void put(LogLevel level, std::string_view line);

    LogLevel level_;
    LogForm form_;
    std::mutex mutex_;
    std::unique_ptr<Format> format_;  ///< made with the first line
};

}  // namespace mcp
