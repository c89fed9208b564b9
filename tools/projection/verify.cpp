#include "tools/projection/verify.hpp"

#include "tools/projection/refusal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tools::projection {
namespace {

constexpr int package_absent = 77;

/// Validates, builds, and compares the built graph with the one that was written.
constexpr const char* script = R"(
import json, os, sys
os.umask(0o077)
sys.dont_write_bytecode = True
try:
    from graphify.validate import assert_valid
    from graphify.build import build_from_json
except Exception:
    os._exit(77)
try:
    with open(sys.argv[1] + "/extraction.json", encoding="utf-8") as file:
        extraction = json.load(file)
    with open(sys.argv[1] + "/graph.json", encoding="utf-8") as file:
        graph = json.load(file)
    assert_valid(json.loads(json.dumps(extraction)))
    built = build_from_json(extraction, directed=True)
    nodes = {node["id"] for node in graph["nodes"]}
    links = {(link["source"], link["target"]) for link in graph["links"]}
    same = set(built.nodes()) == nodes and set(built.edges()) == links
    os._exit(0 if same and graph["directed"] and not graph["multigraph"] else 1)
except BaseException:
    os._exit(1)
)";

/// How the process begins: a group of its own, nothing of ours in it or around it.
class Child {
public:
    Child() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        for (const int output : {STDOUT_FILENO, STDERR_FILENO})
            ::posix_spawn_file_actions_addopen(&actions_, output, "/dev/null", O_WRONLY, 0);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        sigset_t none;
        sigemptyset(&none);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
    }

    ~Child() {
        ::posix_spawnattr_destroy(&attributes_);
        ::posix_spawn_file_actions_destroy(&actions_);
    }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;

    /// The process of a program on its path; refuses adapter_absent where there is none.
    pid_t run(char* const* words, char* const* variables) {
        pid_t child = -1;
        demand(::posix_spawnp(&child, words[0], &actions_, &attributes_, words, variables) == 0,
               Fault::adapter_absent);
        return child;
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

/// True once the process has ended; it stays there to be asked how.
bool ended(pid_t child) {
    siginfo_t info{};
    const int found = ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
    return found == 0 ? info.si_pid == child : errno != EINTR;
}

/// Waits as long as it may take, ends all of its group, and tells the exit code; -1 for
/// any other end.
int exit_code(pid_t child, std::chrono::milliseconds limit) {
    using Steady = std::chrono::steady_clock;
    const auto latest = Steady::now() + limit;
    auto pause = std::chrono::milliseconds(1);
    while (!ended(child) && Steady::now() < latest) {
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::milliseconds(20));
    }
    ::kill(-child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

void verify_graphify(const std::string& python, const std::string& directory,
                     std::chrono::milliseconds limit) {
    std::array<std::string, 5> words{python, "-I", "-c", script, directory};
    const std::array arguments{words[0].data(), words[1].data(), words[2].data(),
                               words[3].data(), words[4].data(), static_cast<char*>(nullptr)};
    std::string quiet = "GRAPHIFY_QUERY_LOG_DISABLE=1";
    std::string path = "PATH=/usr/bin:/bin";
    const std::array variables{quiet.data(), path.data(), static_cast<char*>(nullptr)};
    const int code = exit_code(Child().run(arguments.data(), variables.data()), limit);
    constexpr int cannot_run = 127;
    demand(code != package_absent && code != cannot_run, Fault::adapter_absent);
    demand(code == 0, Fault::adapter_failed);
}

}  // namespace tools::projection
