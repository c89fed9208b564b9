#include "store/error.hpp"
#include "store/journal.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace store {
namespace {

constexpr std::chrono::milliseconds interval{200};

/// A tenant that does not exist yet has an empty log.
Changes log_since(const Store& store, const std::string& tenant, std::uint64_t sequence) {
    return store.read([&](const ReadTxn& txn) {
        const auto number = find_tenant(txn, tenant);
        return number ? changes_since(txn, *number, sequence) : Changes{};
    });
}

std::uint64_t end_of_log(const Store& store, const std::string& tenant) {
    return store.read([&](const ReadTxn& txn) {
        const auto number = find_tenant(txn, tenant);
        return number ? next_change(txn, *number) : 1;
    });
}

}  // namespace

Watcher::Watcher(const Store& store, std::string tenant, std::function<void(const Changes&)> tell)
    : store_(store),
      tenant_(std::move(tenant)),
      tell_(std::move(tell)),
      seen_txn_(store.last_txn()),
      next_(end_of_log(store, tenant_)),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

void Watcher::watch(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        stopped.wait_for(lock, stop, interval, [] { return false; });
        if (!stop.stop_requested()) look();
    }
}

/// A store that does not answer now is asked again the next time.
void Watcher::look() {
    try {
        const std::uint64_t txn = store_.last_txn();
        if (txn == seen_txn_) return;
        const Changes changes = log_since(store_, tenant_, next_);
        seen_txn_ = txn;
        next_ = changes.next;
        if (changes.lost || !changes.changes.empty()) tell_(changes);
    } catch (const Error&) {
        return;
    }
}

}  // namespace store
