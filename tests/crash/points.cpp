#include "tests/crash/points.hpp"

#include <atomic>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tests {
namespace {

enum class Reach { page, sync, meta };

std::atomic<bool> armed = false;
std::atomic<int> wanted_call = -1;
std::atomic<Point> wanted_point = Point::first_page;
std::atomic<int> calls = 0;

/// A write to LMDB's meta page is the only one of its size.
constexpr std::size_t meta_record = 120;

void die() {
    ::kill(::getpid(), SIGKILL);
}

bool is_point(Reach reach, bool done) {
    switch (wanted_point) {
        case Point::first_page:
            return reach == Reach::page && !done;
        case Point::between:
            return reach == Reach::page && done;
        case Point::before_sync:
            return reach == Reach::sync && !done;
        case Point::before_meta:
            return reach == Reach::meta && !done;
        case Point::after_meta:
            return reach == Reach::meta && done;
    }
    return false;
}

void pass(Reach reach, bool done) {
    if (!armed) return;
    if (wanted_call < 0 && is_point(reach, done)) die();
    if (wanted_call >= 0 && !done && calls++ == wanted_call) die();
}

template <class F>
auto reaching(Reach reach, F call) {
    pass(reach, false);
    const auto result = call();
    pass(reach, true);
    return result;
}

}  // namespace

void die_at(Point point) {
    wanted_point = point;
    armed = true;
}

void die_at_call(int number) {
    wanted_call = number;
    armed = true;
}

}  // namespace tests

// The engine's calls arrive here first, since the program's own symbols come first.
extern "C" {

int fdatasync(int file) {
    return tests::reaching(tests::Reach::sync,
                           [&] { return static_cast<int>(::syscall(SYS_fdatasync, file)); });
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t place) {
    const auto reach = size == tests::meta_record ? tests::Reach::meta : tests::Reach::page;
    return tests::reaching(reach,
                           [&] { return ::syscall(SYS_pwrite64, file, bytes, size, place); });
}

ssize_t writev(int file, const iovec* parts, int count) {
    return tests::reaching(tests::Reach::page,
                           [&] { return ::syscall(SYS_writev, file, parts, count); });
}
}
