#include "tests/bench/child.hpp"

#include <array>
#include <fcntl.h>
#include <fstream>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: the C library's name

namespace bench {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    out.reserve(words.size() + 1);
    for (auto& word : words)
        out.push_back(word.data());
    out.push_back(nullptr);
    return out;
}

std::vector<std::string> environment(std::vector<std::string> more) {
    for (char** one = environ; *one != nullptr; ++one)
        more.emplace_back(*one);
    return more;
}

long field(std::istream& status, std::string_view name) {
    for (std::string line; std::getline(status, line);)
        if (line.rfind(name, 0) == 0) return std::stol(line.substr(name.size()));
    return 0;
}

}  // namespace

Child::Child(std::vector<std::string> command, std::vector<std::string> variables) {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe");
    // Roomy pipes: many calls may stand in them without either side waiting for the other.
    fcntl(to[1], F_SETPIPE_SZ, 1 << 20);
    fcntl(from[0], F_SETPIPE_SZ, 1 << 20);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    auto all = environment(std::move(variables));
    const int failed = posix_spawnp(&pid_, command[0].c_str(), &actions, nullptr,
                                    pointers(command).data(), pointers(all).data());
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    in_ = to[1];
    out_ = from[0];
    if (failed != 0) throw std::runtime_error("cannot start " + command[0]);
}

Child::~Child() {
    close(in_);
    for (int i = 0; i < 2000 && waitpid(pid_, nullptr, WNOHANG) == 0; ++i) {
        if (i == 1999) kill(pid_, SIGKILL);
        usleep(i < 100 ? 100 : 1000);
    }
    close(out_);
}

void Child::send(std::string_view line) {
    std::string text(line);
    text += '\n';
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(in_, text.data() + done, text.size() - done);
        if (count <= 0) throw std::runtime_error("the program has ended");
        done += static_cast<std::size_t>(count);
    }
}

std::string Child::receive() {
    for (;;) {
        if (const auto end = buffer_.find('\n', read_); end != std::string::npos) {
            std::string line = buffer_.substr(read_, end - read_);
            read_ = end + 1;
            if (read_ == buffer_.size()) {
                buffer_.clear();
                read_ = 0;
            }
            return line;
        }
        std::array<char, 1 << 16> chunk{};
        const ssize_t count = read(out_, chunk.data(), chunk.size());
        if (count <= 0) throw std::runtime_error("the program has ended");
        buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    }
}

std::string Child::ask(std::string_view line) {
    send(line);
    return receive();
}

Child::Memory Child::memory() const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    const long resident = field(status, "VmRSS:");
    return {resident, field(status, "RssAnon:")};
}

}  // namespace bench
