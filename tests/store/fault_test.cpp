#include "store/engine.hpp"
#include "store/error.hpp"
#include "store/ops.hpp"
#include "store/store.hpp"
#include "tests/store/faults.hpp"
#include "tests/store/numbered.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/child.hpp"
#include "tests/support/temp_dir.hpp"

#include <cerrno>
#include <optional>
#include <string>
#include <sys/mount.h>

using tests::Call;
using tests::Fault;

namespace {

std::uint64_t total(const store::Store& store) {
    return store.read([](const store::ReadTxn& txn) { return tests::total(txn); });
}

bool is_complete(const store::Store& store) {
    return store.read([](const store::ReadTxn& txn) { return tests::is_complete(txn); });
}

/// The Error of one write, or none when it was acknowledged.
std::optional<store::Error> write_one(store::Store& store) {
    try {
        store.write([](store::WriteTxn& txn) { tests::put_next(txn, "x"); });
        return std::nullopt;
    } catch (const store::Error& error) {
        return error;
    }
}

constexpr int for_good = 1'000'000;

}  // namespace

TEST_CASE("a disk that fails once costs nothing: the call runs again") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    REQUIRE_FALSE(write_one(store));
    const Call call = GENERATE(Call::sync, Call::page_write);
    {
        const Fault fault(call, EIO, 0, 1);
        CHECK_FALSE(write_one(store));
        CHECK(Fault::has_struck());
    }
    CHECK(total(store) == 2);
    CHECK(is_complete(store));
}

TEST_CASE("a disk that fails for good refuses writes, stores nothing and goes on reading") {
    const tests::TempDir dir;
    const Call call = GENERATE(Call::sync, Call::page_write);
    const int code = GENERATE(EIO, ENOSPC);
    {
        store::Store store({.dir = dir.path()});
        REQUIRE_FALSE(write_one(store));
        {
            const Fault fault(call, code, 0, for_good);
            const auto failure = write_one(store);
            REQUIRE(failure);
            CHECK(failure->code == store::Code::unavailable);
            CHECK_THAT(failure->what(), Catch::Contains("nothing was stored"));
            if (code == ENOSPC) CHECK_THAT(failure->what(), Catch::Contains("full"));
            CHECK(total(store) == 1);
        }
        CHECK_FALSE(write_one(store));
        CHECK(total(store) == 2);
    }
    const store::Store again({.dir = dir.path()});
    CHECK(total(again) == 2);
    CHECK(is_complete(again));
}

TEST_CASE("a commit that fails at its last page is not run twice") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    REQUIRE_FALSE(write_one(store));
    {
        const Fault fault(Call::meta_write, EIO, 0, 2);
        const auto failure = write_one(store);
        REQUIRE(failure);
        CHECK(failure->problems.front().reason == store::outcome_unknown);
    }
    CHECK(total(store) <= 2);
    CHECK(is_complete(store));
    const std::uint64_t before = total(store);
    CHECK_FALSE(write_one(store));
    CHECK(total(store) == before + 1);
    CHECK(is_complete(store));
}

TEST_CASE("whichever call fails, what was acknowledged is kept") {
    const Call call = GENERATE(Call::sync, Call::page_write, Call::meta_write);
    const int times = GENERATE(1, 2, 5);
    for (int spared = 0; spared < 20; ++spared) {
        const tests::TempDir dir;
        std::uint64_t acknowledged = 0;
        {
            store::Store store({.dir = dir.path()});
            const Fault fault(call, spared % 2 == 0 ? EIO : ENOSPC, spared, times);
            for (int i = 0; i < 12; ++i)
                acknowledged += write_one(store) ? 0 : 1;
        }
        const store::Store store({.dir = dir.path()});
        REQUIRE(total(store) >= acknowledged);
        REQUIRE(is_complete(store));
        if (call != Call::meta_write) REQUIRE(total(store) == acknowledged);
    }
}

TEST_CASE("a compaction that ends between its rename and its last word loses nothing") {
    const tests::TempDir dir;
    tests::Child peer("store_helper", {dir.path().string()});
    REQUIRE(peer.hear() == "ready");
    const auto ask = [&](const std::string& line) {
        peer.say(line);
        return peer.hear().value_or("gone");
    };
    CHECK(ask("count 1 peer") == "1");
    {
        store::Store store({.dir = dir.path()});
        const Fault fault(Call::sync, EIO, 0, for_good);
        CHECK_THROWS_AS(store::compact(store), store::Error);
        REQUIRE(Fault::has_struck());
    }
    store::Store store({.dir = dir.path()});
    CHECK_FALSE(write_one(store));
    CHECK(ask("total") == "2");
    CHECK(ask("count 1 peer") == "3");
    CHECK(total(store) == 3);
    CHECK(is_complete(store));
}

TEST_CASE("a full disk is named, reading goes on, and so does writing once there is room") {
    const tests::TempDir dir;
    const auto small = dir.path() / "small";
    std::filesystem::create_directory(small);
    if (::mount("tmpfs", small.c_str(), "tmpfs", 0, "size=2m,mode=0700") != 0) {
        WARN("skipped: this user may not mount a small disk");
        return;
    }
    {
        store::Store store({.dir = small});
        std::uint64_t acknowledged = 0;
        std::optional<store::Error> failure;
        while (!failure && acknowledged < 5000) {
            failure = write_one(store);
            if (!failure) ++acknowledged;
        }
        REQUIRE(failure);
        CHECK(failure->code == store::Code::unavailable);
        CHECK_THAT(failure->what(), Catch::Contains("disk") && Catch::Contains("full"));
        CHECK(total(store) == acknowledged);

        tests::Child peer("store_helper", {small.string()});
        CHECK(peer.hear() == "ready");
        peer.say("total");
        CHECK(peer.hear() == std::to_string(acknowledged));

        ::mount("tmpfs", small.c_str(), "tmpfs", MS_REMOUNT, "size=64m");
        CHECK_FALSE(write_one(store));
        CHECK(total(store) == acknowledged + 1);
        CHECK(is_complete(store));
    }
    ::umount2(small.c_str(), MNT_DETACH);
}
