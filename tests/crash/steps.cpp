#include "tests/crash/steps.hpp"

#include <cstdarg>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tests {
namespace {

int steps_left = -1;  ///< negative: nobody dies

void step() {
    if (steps_left >= 0 && steps_left-- == 0) ::kill(::getpid(), SIGKILL);
}

template <class F>
auto stepping(F call) {
    step();
    const auto result = call();
    step();
    return result;
}

}  // namespace

void die_at_step(int number) {
    steps_left = number;
}

}  // namespace tests

// The calls of the publication arrive here first, since the program's own symbols come first.
extern "C" {

int renameat(int from, const char* old_name, int to, const char* new_name) {
    return tests::stepping(
        [&] { return static_cast<int>(::syscall(SYS_renameat, from, old_name, to, new_name)); });
}

int unlinkat(int directory, const char* name, int flags) {
    return tests::stepping(
        [&] { return static_cast<int>(::syscall(SYS_unlinkat, directory, name, flags)); });
}

int mkdirat(int directory, const char* name, mode_t mode) {
    return tests::stepping(
        [&] { return static_cast<int>(::syscall(SYS_mkdirat, directory, name, mode)); });
}

int fsync(int file) {
    return tests::stepping([&] { return static_cast<int>(::syscall(SYS_fsync, file)); });
}

int fchmod(int file, mode_t mode) {
    return tests::stepping([&] { return static_cast<int>(::syscall(SYS_fchmod, file, mode)); });
}

ssize_t write(int file, const void* bytes, size_t size) {
    return tests::stepping([&] { return ::syscall(SYS_write, file, bytes, size); });
}
}
