#pragma once

#include "store/bytes.hpp"
#include "store/id.hpp"
#include "store/space.hpp"
#include "store/store.hpp"
#include "store/txn.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace store {

/// One write to a space, as its tenant's change log keeps it.
struct Change {
    std::uint64_t sequence = 0;  ///< place in the log, from 1
    Space space;
    SpaceKind kind = SpaceKind::map;
    Revision revision;
};

void encode(const Change& change, Writer& out);
void decode(Reader& in, Change& change);

struct Changes {
    std::uint64_t next = 1;  ///< what to ask from the next time
    bool lost = false;       ///< asked from before the log: count everything as changed
    std::vector<Change> changes;
};

constexpr std::uint64_t kept_changes = 10'000;  ///< of a tenant's log, at least

/// Appends to the tenant's log: every call that changes a space does it once.
void log_change(WriteTxn& txn, Space space, SpaceKind kind, Revision revision);

/// The changes from a sequence number on; what `next` returned continues.
Changes changes_since(const ReadTxn& txn, std::uint32_t tenant, std::uint64_t sequence);

/// The number the next change will get.
std::uint64_t next_change(const ReadTxn& txn, std::uint32_t tenant);

/// Tells of a tenant's changes from now on, those of other processes included,
/// on a thread of its own that looks every 200 ms. `tell` must not throw. The
/// destructor waits for a call of `tell` that runs, not for the interval.
class Watcher {
public:
    Watcher(const Store& store, std::string tenant, std::function<void(const Changes&)> tell);

private:
    void watch(const std::stop_token& stop);
    void look();

    const Store& store_;
    std::string tenant_;
    std::function<void(const Changes&)> tell_;
    std::uint64_t seen_txn_;
    std::uint64_t next_;
    std::jthread thread_;
};

}  // namespace store
