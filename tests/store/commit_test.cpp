#include "store/error.hpp"
#include "store/store.hpp"
#include "tests/store/numbered.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Runs call(i) on that many threads at once.
template <class F>
void at_once(int threads, F call) {
    std::latch start(threads);
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i)
        running.emplace_back([&, i] {
            start.arrive_and_wait();
            call(i);
        });
}

}  // namespace

TEST_CASE("a hundred calls at once are all kept, each seeing those before it") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    std::vector<std::uint64_t> numbers(100);
    at_once(100, [&](int i) {
        numbers[static_cast<std::size_t>(i)] = store.write(
            [&](store::WriteTxn& txn) { return tests::put_next(txn, std::to_string(i)); });
    });
    const std::set<std::uint64_t> distinct(numbers.begin(), numbers.end());
    CHECK(distinct.size() == 100);
    CHECK(*distinct.rbegin() == 100);
    CHECK(store.read([](const store::ReadTxn& txn) { return tests::is_complete(txn); }));
}

TEST_CASE("a call that fails among others takes nothing of theirs along") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    std::atomic<int> failures = 0;
    at_once(100, [&](int i) {
        try {
            store.write([&](store::WriteTxn& txn) {
                tests::put_next(txn, "x");
                if (i % 10 == 7) throw std::runtime_error("call " + std::to_string(i));
            });
        } catch (const std::runtime_error& error) {
            if (error.what() == "call " + std::to_string(i)) ++failures;
        }
    });
    CHECK(failures == 10);
    CHECK(store.read([](const store::ReadTxn& txn) { return tests::total(txn); }) == 90);
    CHECK(store.read([](const store::ReadTxn& txn) { return tests::is_complete(txn); }));
}

TEST_CASE("calls that wait together share commits") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    const std::uint64_t before = store.last_txn();
    std::atomic<int> arrived = 0;
    std::jthread leader([&] {
        store.write([&](store::WriteTxn& txn) {
            txn.put("leader", "");
            while (arrived < 50)
                std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        });
    });
    at_once(50, [&](int i) {
        ++arrived;
        store.write([&](store::WriteTxn& txn) { txn.put("k" + std::to_string(i), ""); });
    });
    leader.join();
    CHECK(store.last_txn() - before <= 5);
}

TEST_CASE("calls too large for one batch are stored by several") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path(), .sync = false});
    const std::string large(3 * 1024 * 1024, 'v');
    at_once(12, [&](int i) {
        store.write([&](store::WriteTxn& txn) { txn.put("large" + std::to_string(i), large); });
    });
    const auto found = store.read([&](const store::ReadTxn& txn) {
        int same = 0;
        txn.scan(store::prefix_range("large"), {}, [&](std::string_view, std::string_view value) {
            same += value == large ? 1 : 0;
            return true;
        });
        return same;
    });
    CHECK(found == 12);
}

TEST_CASE("a write that changes nothing is no commit") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    const std::uint64_t before = store.last_txn();
    CHECK(store.write([](store::WriteTxn& txn) { return txn.get("absent").has_value(); }) == false);
    CHECK_THROWS_AS(store.write([](store::WriteTxn& txn) {
        txn.put("k", "v");
        throw store::Error(store::Code::conflict, "no");
    }),
                    store::Error);
    CHECK(store.last_txn() == before);
}

TEST_CASE("the map grows while readers and writers are under way") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path(), .map_size = 64 * 1024, .sync = false});
    std::atomic<int> torn = 0;
    at_once(8, [&](int i) {
        for (int round = 0; round < 60; ++round) {
            if (i % 2 == 0)
                store.write([](store::WriteTxn& txn) { tests::put_next(txn, "grow"); });
            else
                torn +=
                    store.read([](const store::ReadTxn& txn) { return tests::is_complete(txn); })
                        ? 0
                        : 1;
        }
    });
    CHECK(torn == 0);
    CHECK(store.read([](const store::ReadTxn& txn) { return tests::total(txn); }) == 240);
}
