#pragma once

#include "tests/support/catch.hpp"

#include <functional>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {

/// True when a process of its own came to the end of some work; false when it was killed.
inline bool survives(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return false;
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 0);
    return true;
}

}  // namespace tests
