#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace store {

/// Lets transactions pass together and, now and then, one thread alone. Whoever
/// wants to be alone keeps newcomers out while it waits, so nobody may enter twice.
class Gate {
public:
    /// One transaction inside.
    class Pass {
    public:
        explicit Pass(Gate& gate);
        ~Pass();
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;

    private:
        Gate& gate_;
    };

    /// Nobody but this thread inside.
    class Alone {
    public:
        explicit Alone(Gate& gate);
        ~Alone();
        Alone(const Alone&) = delete;
        Alone& operator=(const Alone&) = delete;

    private:
        Gate& gate_;
    };

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t inside_ = 0;
    bool closed_ = false;
};

}  // namespace store
