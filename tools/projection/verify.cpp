#include "tools/projection/verify.hpp"

#include "tools/projection/refusal.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
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

class Actions {
public:
    Actions() { ::posix_spawn_file_actions_init(&actions_); }

    ~Actions() { ::posix_spawn_file_actions_destroy(&actions_); }

    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    Actions(Actions&&) = delete;
    Actions& operator=(Actions&&) = delete;

    posix_spawn_file_actions_t* get() { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

int exit_code(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

void verify_graphify(const std::string& python, const std::string& directory) {
    Actions actions;
    ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(actions.get(), STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::array<std::string, 5> words{python, "-I", "-c", script, directory};
    const std::array arguments{words[0].data(), words[1].data(), words[2].data(),
                               words[3].data(), words[4].data(), static_cast<char*>(nullptr)};
    std::string quiet = "GRAPHIFY_QUERY_LOG_DISABLE=1";
    std::string path = "PATH=/usr/bin:/bin";
    const std::array variables{quiet.data(), path.data(), static_cast<char*>(nullptr)};
    pid_t child = -1;
    demand(::posix_spawnp(&child, python.c_str(), actions.get(), nullptr, arguments.data(),
                          variables.data()) == 0,
           Fault::adapter_absent);
    const int code = exit_code(child);
    constexpr int cannot_run = 127;
    demand(code != package_absent && code != cannot_run, Fault::adapter_absent);
    demand(code == 0, Fault::adapter_failed);
}

}  // namespace tools::projection
