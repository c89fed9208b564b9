#include "tests/store/faults.hpp"

#include <atomic>
#include <cerrno>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tests {
namespace {

struct Plan {
    std::atomic<bool> active = false;
    std::atomic<Call> call = Call::sync;
    std::atomic<int> error = 0;
    std::atomic<int> spared = 0;
    std::atomic<int> times = 0;
    std::atomic<bool> struck = false;
};

Plan plan;

/// A write to LMDB's meta page is the only one of its size.
constexpr std::size_t meta_bytes = 120;

bool fails(Call call) {
    if (!plan.active || plan.call != call || plan.spared-- > 0) return false;
    if (plan.times-- <= 0) return false;
    plan.struck = true;
    errno = plan.error;
    return true;
}

}  // namespace

Fault::Fault(Call call, int error, int spared, int times) {
    plan.call = call;
    plan.error = error;
    plan.spared = spared;
    plan.times = times;
    plan.struck = false;
    plan.active = true;
}

Fault::~Fault() {
    plan.active = false;
}

bool Fault::has_struck() {
    return plan.struck;
}

}  // namespace tests

// The engine's calls arrive here first, since the program's own symbols come first.
extern "C" {

int fdatasync(int file) {
    if (tests::fails(tests::Call::sync)) return -1;
    return static_cast<int>(::syscall(SYS_fdatasync, file));
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t place) {
    const bool meta = size == tests::meta_bytes;
    if (tests::fails(meta ? tests::Call::meta_write : tests::Call::page_write)) return -1;
    return ::syscall(SYS_pwrite64, file, bytes, size, place);
}

ssize_t writev(int file, const iovec* parts, int count) {
    if (tests::fails(tests::Call::page_write)) return -1;
    return ::syscall(SYS_writev, file, parts, count);
}
}
