#pragma once

#include <unistd.h>
#include <utility>

namespace tools {

/// An open file, closed with its scope. A negative number is none.
class Handle {
public:
    explicit Handle(int fd = -1) : fd_(fd) {}

    ~Handle() {
        if (fd_ >= 0) ::close(fd_);
    }

    Handle(Handle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

    Handle& operator=(Handle&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }

    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] int get() const { return fd_; }

private:
    int fd_;
};

}  // namespace tools
