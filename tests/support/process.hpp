#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace tests {

/// A program that runs beside the test, with pipes to its three streams. Killed
/// with its scope.
class Process {
public:
    using Millis = std::chrono::milliseconds;

    /// Starts it; `environment` holds NAME=VALUE entries and replaces the test's own.
    explicit Process(const std::vector<std::string>& command,
                     const std::vector<std::string>& environment = {},
                     const std::string& working_dir = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Writes all of it; false once the other end is closed.
    bool write(std::string_view bytes) const;

    bool line(std::string_view text) const { return write(std::string(text) + "\n"); }

    /// The next line of its output, or nothing when none comes in time.
    std::optional<std::string> read_line(Millis timeout = Millis(5000));

    /// Everything it still writes until it closes the stream.
    std::string read_rest(Millis timeout = Millis(5000));
    std::string read_errors(Millis timeout = Millis(5000));

    void close_input();
    void close_output();

    /// Its exit code, 128 + signal when one ended it, nothing when it still runs.
    std::optional<int> wait(Millis timeout = Millis(5000));

    [[nodiscard]] pid_t pid() const { return pid_; }

    [[nodiscard]] int output() const { return out_; }

private:
    bool fill(int fd, std::string& to, std::chrono::steady_clock::time_point deadline) const;

    pid_t pid_ = -1;
    int in_ = -1, out_ = -1, err_ = -1;
    std::string buffer_;
    std::optional<int> code_;
};

/// What a program that was run to its end gave.
struct Finished {
    int code = -1;
    std::string out, err;
};

Finished run_program(const std::vector<std::string>& command, std::string_view input = {},
                     const std::vector<std::string>& environment = {},
                     const std::string& working_dir = {});

}  // namespace tests
