#pragma once

#include <unistd.h>

namespace store::lmdb {

/// An open file, closed with its scope.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}

    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

}  // namespace store::lmdb
