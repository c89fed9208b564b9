#pragma once

#include "store/txn.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace store {

class Engine;
class EngineTxn;

/// Group commit without a thread of its own: of the callers that wait, one leads,
/// runs the calls of all in one engine transaction and commits once; the next
/// leader takes what came meanwhile.
class CommitQueue {
public:
    explicit CommitQueue(Engine& engine) : engine_(engine) {}

    /// Returns when fn's changes are durable; throws what fn threw, with nothing of
    /// it stored, or the engine's Error.
    void run(const std::function<void(WriteTxn&)>& fn);

    /// Calls that no leader has taken yet.
    [[nodiscard]] std::size_t waiting() const {
        const std::lock_guard lock(mutex_);
        return waiting_.size();
    }

private:
    struct Call;

    void lead();
    void fill(EngineTxn& txn, std::vector<Call*>& batch);
    Call* take();
    void settle(const std::vector<Call*>& batch, bool again);
    void finish(const std::vector<Call*>& batch);

    Engine& engine_;
    mutable std::mutex mutex_;
    std::deque<Call*> waiting_;
    bool leading_ = false;
};

}  // namespace store
