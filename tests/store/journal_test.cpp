#include "store/journal.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/child.hpp"
#include "tests/support/temp_dir.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using store::ReadTxn;
using store::SpaceKind;
using store::WriteTxn;

namespace {

struct Fixture {
    tests::TempDir dir;
    store::Store store{{.dir = dir.path(), .sync = false}};
    store::Space space = store.write(
        [](WriteTxn& txn) { return store::make_space(txn, "local", SpaceKind::map, "m"); });

    void change(std::uint64_t revision) {
        store.write(
            [&](WriteTxn& txn) { store::log_change(txn, space, SpaceKind::map, {revision}); });
    }

    store::Changes since(std::uint64_t sequence) {
        return store.read(
            [&](const ReadTxn& txn) { return changes_since(txn, space.tenant, sequence); });
    }
};

/// Collects what a watcher tells and waits for it.
class Told {
public:
    void operator()(const store::Changes& changes) {
        const std::lock_guard lock(mutex_);
        lost_ = lost_ || changes.lost;
        for (const store::Change& change : changes.changes)
            revisions_.push_back(change.revision.value);
        heard_.notify_all();
    }

    std::vector<std::uint64_t> wait_for(std::size_t count) {
        std::unique_lock lock(mutex_);
        heard_.wait_for(lock, std::chrono::seconds(20), [&] { return revisions_.size() >= count; });
        return revisions_;
    }

private:
    std::mutex mutex_;
    std::condition_variable heard_;
    std::vector<std::uint64_t> revisions_;
    bool lost_ = false;
};

}  // namespace

TEST_CASE("the log tells what changed since a point") {
    Fixture all;
    CHECK(all.since(1).changes.empty());
    CHECK(all.since(1).next == 1);
    all.change(1);
    all.change(2);
    const store::Changes both = all.since(1);
    REQUIRE(both.changes.size() == 2);
    CHECK(both.changes[1].revision == store::Revision{2});
    CHECK(both.changes[1].space == all.space);
    CHECK(both.changes[1].kind == SpaceKind::map);
    CHECK(both.changes[1].sequence == 2);
    CHECK_FALSE(both.lost);
    CHECK(all.since(both.next).changes.empty());
    all.change(3);
    CHECK(all.since(both.next).changes.size() == 1);
}

TEST_CASE("a tenant's log is its own") {
    Fixture all;
    all.change(1);
    const auto other = all.store.write([](WriteTxn& txn) {
        const auto space = store::make_space(txn, "other", SpaceKind::map, "m");
        store::log_change(txn, space, SpaceKind::map, {5});
        return space;
    });
    CHECK(all.since(1).changes.size() == 1);
    const auto changes = all.store.read(
        [&](const ReadTxn& txn) { return store::changes_since(txn, other.tenant, 1); });
    REQUIRE(changes.changes.size() == 1);
    CHECK(changes.changes[0].space == other);
}

TEST_CASE("the log keeps its last ten thousand and says when it was asked too late") {
    Fixture all;
    for (int batch = 0; batch < 21; ++batch)
        all.store.write([&](WriteTxn& txn) {
            for (int i = 0; i < 1000; ++i)
                store::log_change(txn, all.space, SpaceKind::map, {1});
        });
    const store::Changes late = all.since(1);
    CHECK(late.lost);
    CHECK(late.next == 21'001);
    CHECK(late.changes.size() >= store::kept_changes);
    CHECK(late.changes.size() < store::kept_changes + 300);
    CHECK_FALSE(all.since(late.next - store::kept_changes).lost);
    CHECK(all.since(30'000).lost);
}

TEST_CASE("a watcher tells of changes by this and by another process") {
    Fixture all;
    all.change(1);
    Told told;
    const store::Watcher watcher(all.store, "local", std::ref(told));
    all.change(2);
    CHECK(told.wait_for(1) == std::vector<std::uint64_t>{2});
    tests::Child peer("store_helper", {all.dir.path().string()});
    REQUIRE(peer.hear() == "ready");
    peer.say("change");
    CHECK(told.wait_for(2) == std::vector<std::uint64_t>{2, 7});
}

TEST_CASE("a watcher tells of a tenant that did not exist when it began") {
    Fixture all;
    Told told;
    const store::Watcher watcher(all.store, "newcomer", std::ref(told));
    all.store.write([](WriteTxn& txn) {
        const auto space = store::make_space(txn, "newcomer", SpaceKind::map, "m");
        store::log_change(txn, space, SpaceKind::map, {1});
    });
    CHECK(told.wait_for(1) == std::vector<std::uint64_t>{1});
}

TEST_CASE("a watcher goes on after a compaction by another process") {
    Fixture all;
    Told told;
    const store::Watcher watcher(all.store, "local", std::ref(told));
    tests::Child peer("store_helper", {all.dir.path().string()});
    REQUIRE(peer.hear() == "ready");
    peer.say("compact");
    REQUIRE(peer.hear() == "compacted");
    peer.say("change");
    CHECK(told.wait_for(1) == std::vector<std::uint64_t>{7});
}

TEST_CASE("a watcher stops at once") {
    Fixture all;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i)
        store::Watcher(all.store, "local", [](const store::Changes&) {});
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}
