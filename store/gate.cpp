#include "store/gate.hpp"

namespace store {

Gate::Pass::Pass(Gate& gate) : gate_(gate) {
    std::unique_lock lock(gate_.mutex_);
    gate_.changed_.wait(lock, [&] { return !gate_.closed_; });
    ++gate_.inside_;
}

Gate::Pass::~Pass() {
    const std::lock_guard lock(gate_.mutex_);
    if (--gate_.inside_ == 0 && gate_.closed_) gate_.changed_.notify_all();
}

Gate::Alone::Alone(Gate& gate) : gate_(gate) {
    std::unique_lock lock(gate_.mutex_);
    gate_.changed_.wait(lock, [&] { return !gate_.closed_; });
    gate_.closed_ = true;
    gate_.changed_.wait(lock, [&] { return gate_.inside_ == 0; });
}

Gate::Alone::~Alone() {
    const std::lock_guard lock(gate_.mutex_);
    gate_.closed_ = false;
    gate_.changed_.notify_all();
}

}  // namespace store
