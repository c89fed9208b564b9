#include "tests/support/process.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tests {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    for (auto& word : words)
        out.push_back(word.data());
    out.push_back(nullptr);
    return out;
}

void close_fd(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
}

std::array<int, 2> new_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    return ends;
}

}  // namespace

Process::Process(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, const std::string& working_dir) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto in = new_pipe(), out = new_pipe(), err = new_pipe();
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    if (!working_dir.empty()) posix_spawn_file_actions_addchdir_np(&actions, working_dir.c_str());
    auto words = command, variables = environment;
    const auto argv = pointers(words), envp = pointers(variables);
    const int failed = ::posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), envp.data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    ::close(err[1]);
    in_ = in[1];
    out_ = out[0];
    err_ = err[0];
    if (failed != 0) throw std::runtime_error("cannot start " + command.front());
}

Process::~Process() {
    if (!code_) {
        ::kill(pid_, SIGKILL);
        wait();
    }
    close_fd(in_);
    close_fd(out_);
    close_fd(err_);
}

bool Process::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t sent = ::write(in_, bytes.data(), bytes.size());
        if (sent < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool Process::fill(int fd, std::string& to, Clock::time_point deadline) const {
    const auto left = std::chrono::duration_cast<Millis>(deadline - Clock::now()).count();
    pollfd ready{fd, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) != 1) return false;
    std::array<char, 65536> chunk{};
    const ssize_t got = ::read(fd, chunk.data(), chunk.size());
    if (got <= 0) return false;
    to.append(chunk.data(), static_cast<std::size_t>(got));
    return true;
}

std::optional<std::string> Process::read_line(Millis timeout) {
    const auto deadline = Clock::now() + timeout;
    auto end = buffer_.find('\n');
    while (end == std::string::npos) {
        const auto seen = buffer_.size();
        if (!fill(out_, buffer_, deadline)) return std::nullopt;
        end = buffer_.find('\n', seen);
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
}

std::string Process::read_rest(Millis timeout) {
    const auto deadline = Clock::now() + timeout;
    while (fill(out_, buffer_, deadline)) {
    }
    return std::exchange(buffer_, {});
}

std::string Process::read_errors(Millis timeout) {
    const auto deadline = Clock::now() + timeout;
    std::string out;
    while (fill(err_, out, deadline)) {
    }
    return out;
}

void Process::close_input() {
    close_fd(in_);
}

void Process::close_output() {
    close_fd(out_);
}

std::optional<int> Process::wait(Millis timeout) {
    const auto deadline = Clock::now() + timeout;
    while (!code_) {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_)
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        else if (Clock::now() > deadline)
            break;
        else
            std::this_thread::sleep_for(Millis(1));
    }
    return code_;
}

Finished run_program(const std::vector<std::string>& command, std::string_view input,
                     const std::vector<std::string>& environment, const std::string& working_dir) {
    Process process(command, environment, working_dir);
    process.write(input);
    process.close_input();
    Finished out;
    out.out = process.read_rest();
    out.err = process.read_errors();
    out.code = process.wait().value_or(-1);
    return out;
}

}  // namespace tests
