#include "store/error.hpp"
#include "store/ops.hpp"
#include "store/store.hpp"
#include "tests/store/numbered.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/child.hpp"
#include "tests/support/temp_dir.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <string>
#include <thread>

namespace {

bool is_complete(const store::Store& store) {
    return store.read([](const store::ReadTxn& txn) { return tests::is_complete(txn); });
}

std::uint64_t total(const store::Store& store) {
    return store.read([](const store::ReadTxn& txn) { return tests::total(txn); });
}

/// A helper process that has opened the store.
struct Peer : tests::Child {
    explicit Peer(const std::filesystem::path& dir, const std::string& map_size = "0")
        : Child("store_helper", {dir.string(), map_size}) {
        if (hear() != "ready") throw std::runtime_error("the helper did not open the store");
    }

    /// Says a line and waits for that many lines of answer; returns the last.
    std::string ask(const std::string& line, int answers = 1) {
        say(line);
        std::string last;
        for (int i = 0; i < answers; ++i)
            last = hear().value_or("gone");
        return last;
    }
};

}  // namespace

TEST_CASE("two processes write to one store and nothing is lost") {
    const tests::TempDir dir;
    Peer one(dir.path());
    Peer two(dir.path());
    one.say("count 200 one");
    two.say("count 200 two");
    for (int i = 0; i < 200; ++i) {
        REQUIRE(one.hear());
        REQUIRE(two.hear());
    }
    const store::Store store({.dir = dir.path()});
    CHECK(total(store) == 400);
    CHECK(is_complete(store));
}

TEST_CASE("a process sees at once what another has written") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    Peer peer(dir.path());
    CHECK(peer.ask("count 3 peer", 3) == "3");
    CHECK(total(store) == 3);
    store.write([](store::WriteTxn& txn) { tests::put_next(txn, "me"); });
    CHECK(peer.ask("total") == "4");
}

TEST_CASE("a map that another process grew is adopted") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path(), .map_size = 64 * 1024, .sync = false});
    store.write([](store::WriteTxn& txn) { tests::put_next(txn, "me"); });
    Peer peer(dir.path(), std::to_string(64 * 1024));
    CHECK(peer.ask("count 200 peer", 200) == "201");
    CHECK(total(store) == 201);
    CHECK(is_complete(store));
    store.write([](store::WriteTxn& txn) { tests::put_next(txn, "me"); });
    CHECK(peer.ask("total") == "202");
}

TEST_CASE("kill -9 loses no acknowledged write and breaks no store") {
    const tests::TempDir dir;
    std::mt19937 random(7);
    std::uniform_int_distribution<int> lines(0, 40);
    std::uint64_t acknowledged = 0;
    for (int round = 0; round < 25; ++round) {
        Peer peer(dir.path());
        peer.say("count 100000 killed");
        for (int left = lines(random); left > 0; --left)
            acknowledged = std::max<std::uint64_t>(acknowledged, std::stoull(peer.hear().value()));
        peer.kill();
        while (const auto late = peer.hear())
            acknowledged = std::stoull(*late);
        peer.wait();
        const store::Store store({.dir = dir.path()});
        REQUIRE(total(store) >= acknowledged);
        REQUIRE(total(store) <= acknowledged + 1);
        REQUIRE(is_complete(store));
        acknowledged = total(store);
    }
}

TEST_CASE("a writer killed beside a live one does not stop it") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    for (int round = 0; round < 10; ++round) {
        Peer peer(dir.path());
        peer.say("count 100000 killed");
        REQUIRE(peer.hear());
        std::jthread killer([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(3 + round));
            peer.kill();
        });
        for (int i = 0; i < 20; ++i)
            store.write([](store::WriteTxn& txn) { tests::put_next(txn, "alive"); });
    }
    CHECK(is_complete(store));
}

TEST_CASE("a process of little address space opens the store, one of too little says so") {
    std::ifstream sizes("/proc/self/statm");
    std::uint64_t pages = 0;
    sizes >> pages;
    if (pages > (1U << 28)) {
        WARN("skipped: a sanitizer takes the address space itself");
        return;
    }
    const tests::TempDir dir;
    constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
    tests::Child modest("store_helper", {dir.path().string(), "0", std::to_string(6 * gibibyte)});
    CHECK(modest.hear() == "ready");
    modest.say("count 1 modest");
    CHECK(modest.hear() == "1");
    tests::Child poor("store_helper", {dir.path().string(), "0", std::to_string(gibibyte / 2)});
    CHECK_THAT(poor.hear().value(), Catch::Contains("address space"));
    CHECK(poor.wait() == 1);
}

TEST_CASE("a process that finds no reader slot is told so and does not disturb the others") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    tests::Child hog("reader_hog", {dir.path().string()});
    REQUIRE(hog.hear() == "1023 readers");
    CHECK_THAT(tests::Child("store_helper", {dir.path().string()}).hear().value(),
               Catch::Contains("too many"));
    CHECK_NOTHROW(store.write([](store::WriteTxn& txn) { tests::put_next(txn, "me"); }));
    CHECK(total(store) == 1);
    hog.kill();
    hog.wait();
    CHECK(Peer(dir.path()).ask("total") == "1");
}

TEST_CASE("readers that were killed leave no slot behind") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path(), .sync = false});
    for (int i = 0; i < 20; ++i)
        Peer(dir.path()).ask("total");
    CHECK(store::stats(store).readers <= 5);
}

TEST_CASE("compaction hands the store over to a process that has it open") {
    const tests::TempDir dir;
    Peer peer(dir.path());
    peer.ask("count 50 before", 50);
    store::Store store({.dir = dir.path()});
    store.write([](store::WriteTxn& txn) { txn.erase_range(store::prefix_range("gone:")); });
    const std::uint64_t before = store.last_txn();
    store::compact(store);
    CHECK(store.last_txn() > before);
    CHECK(is_complete(store));

    CHECK(peer.ask("total") == "50");
    CHECK(peer.ask("count 1 after") == "51");
    CHECK(total(store) == 51);
    store.write([](store::WriteTxn& txn) { tests::put_next(txn, "after"); });
    CHECK(peer.ask("total") == "52");
    CHECK(is_complete(store));
}

TEST_CASE("two processes write while a third compacts again and again") {
    const tests::TempDir dir;
    Peer one(dir.path());
    Peer two(dir.path());
    one.say("count 300 one");
    two.say("count 300 two");
    store::Store store({.dir = dir.path()});
    for (int i = 0; i < 15; ++i)
        store::compact(store);
    for (int i = 0; i < 300; ++i) {
        REQUIRE(one.hear());
        REQUIRE(two.hear());
    }
    CHECK(total(store) == 600);
    CHECK(is_complete(store));
}

TEST_CASE("a compaction that is killed at any moment loses nothing") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    for (int round = 0; round < 30; ++round) {
        const std::uint64_t before = total(store);
        {
            Peer peer(dir.path());
            peer.say("compact");
            std::this_thread::sleep_for(std::chrono::microseconds(150 * round));
            peer.kill();
        }
        store.write([](store::WriteTxn& txn) { tests::put_next(txn, "after"); });
        REQUIRE(total(store) == before + 1);
        REQUIRE(is_complete(store));
        Peer fresh(dir.path());
        REQUIRE(fresh.ask("total") == std::to_string(before + 1));
    }
}
