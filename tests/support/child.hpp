#pragma once

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tests {

/// A program beside the running test, with pipes to its input and output; killed
/// and waited for with its scope.
class Child {
public:
    Child(const std::string& program, std::vector<std::string> arguments) {
        const auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / program;
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe");
        arguments.insert(arguments.begin(), path.string());
        std::vector<char*> words;
        for (std::string& word : arguments)
            words.push_back(word.data());
        words.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        const int code =
            ::posix_spawn(&pid_, path.c_str(), &actions, nullptr, words.data(), environ);
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(in[0]);
        ::close(out[1]);
        to_ = ::fdopen(in[1], "w");
        from_ = ::fdopen(out[0], "r");
        if (code != 0) throw std::runtime_error("cannot start " + path.string());
    }

    ~Child() {
        kill();
        wait();
        std::fclose(to_);
        std::fclose(from_);
    }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void say(const std::string& line) {
        std::fputs((line + "\n").c_str(), to_);
        std::fflush(to_);
    }

    /// The next line it wrote whole, without its end; none when it has gone.
    std::optional<std::string> hear() {
        std::string line;
        for (int byte = std::fgetc(from_); byte != EOF; byte = std::fgetc(from_)) {
            if (byte == '\n') return line;
            line.push_back(static_cast<char>(byte));
        }
        return std::nullopt;
    }

    void kill() {
        if (pid_ > 0) ::kill(pid_, SIGKILL);
    }

    /// Its exit status, or 128 and the signal.
    int wait() {
        if (pid_ > 0) {
            int status = 0;
            ::waitpid(pid_, &status, 0);
            pid_ = -1;
            status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
        return status_;
    }

private:
    pid_t pid_ = -1;
    int status_ = 0;
    FILE* to_ = nullptr;
    FILE* from_ = nullptr;
};

}  // namespace tests
