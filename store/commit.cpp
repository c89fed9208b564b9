#include "store/commit.hpp"

#include "store/engine.hpp"
#include "store/error.hpp"
#include "store/overlay.hpp"
#include "store/quota.hpp"

#include <condition_variable>
#include <exception>

namespace store {
namespace {

constexpr std::size_t batch_calls = 64;
constexpr std::size_t batch_bytes = std::size_t{8} << 20;

}  // namespace

struct CommitQueue::Call {
    const std::function<void(WriteTxn&)>& fn;
    std::exception_ptr error = nullptr;
    bool done = false;
    std::condition_variable wake = {};

    /// Runs the call over an overlay of its own; returns the bytes it changed.
    /// What fn throws is kept for its caller, what the engine throws goes on.
    std::size_t run(EngineTxn& txn) {
        Overlay overlay;
        error = nullptr;
        try {
            WriteTxn write(txn, overlay);
            fn(write);
            keep_quotas(txn, overlay);
        } catch (...) {
            error = std::current_exception();
            return 0;
        }
        overlay.apply(txn);
        return overlay.bytes();
    }

    /// Runs the call in a transaction of its own.
    void run_alone(Engine& engine) {
        try {
            engine.write([this](EngineTxn& txn) {
                run(txn);
                if (error) std::rethrow_exception(error);
            });
        } catch (...) {
            error = std::current_exception();
        }
    }
};

void CommitQueue::run(const std::function<void(WriteTxn&)>& fn) {
    Call call{fn};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&call);
    call.wake.wait(lock, [&] { return call.done || (!leading_ && waiting_.front() == &call); });
    if (!call.done) {
        leading_ = true;
        lock.unlock();
        lead();
        lock.lock();
        leading_ = false;
        if (!waiting_.empty()) waiting_.front()->wake.notify_one();
    }
    if (call.error) std::rethrow_exception(call.error);
}

/// Serves one batch, the leader's own call first.
void CommitQueue::lead() {
    std::vector<Call*> batch;
    batch.reserve(batch_calls);
    batch.push_back(take());
    try {
        engine_.write([&](EngineTxn& txn) { fill(txn, batch); });
    } catch (const Error& error) {
        settle(batch, error.problems.empty() || error.problems.front().reason != outcome_unknown);
    } catch (...) {
        settle(batch, true);
    }
    finish(batch);
}

/// A batch that could not be moved or committed as a whole runs again call by call,
/// so that one call's trouble is not everybody's; unless it may have been stored.
void CommitQueue::settle(const std::vector<Call*>& batch, bool again) {
    for (Call* call : batch) {
        if (again)
            call->run_alone(engine_);
        else if (!call->error)
            call->error = std::current_exception();
    }
}

/// Runs the calls of the batch, which is not empty when the engine starts over,
/// then those that wait.
void CommitQueue::fill(EngineTxn& txn, std::vector<Call*>& batch) {
    std::size_t bytes = 0;
    for (Call* call : batch)
        bytes += call->run(txn);
    while (batch.size() < batch_calls && bytes < batch_bytes) {
        Call* call = take();
        if (!call) return;
        batch.push_back(call);
        bytes += call->run(txn);
    }
}

CommitQueue::Call* CommitQueue::take() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return nullptr;
    Call* call = waiting_.front();
    waiting_.pop_front();
    return call;
}

void CommitQueue::finish(const std::vector<Call*>& batch) {
    const std::lock_guard lock(mutex_);
    for (Call* call : batch) {
        call->done = true;
        call->wake.notify_one();
    }
}

}  // namespace store
