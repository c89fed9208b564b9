#include "store/quota.hpp"

#include "store/error.hpp"
#include "store/space.hpp"
#include "store/store.hpp"
#include "store/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

#include <string>

using store::Holding;
using store::SpaceKind;
using store::Table;

namespace {

/// A store where tenants keep texts of a known size as episodes.
struct Limited {
    tests::TempDir dir;
    store::Store store{{.dir = dir.path(), .sync = false}};

    void limit(const std::string& tenant, const Holding& most) {
        store.write([&](store::WriteTxn& txn) { store::set_quota(txn, tenant, most); });
    }

    Holding held(const std::string& tenant) {
        return store.read(
            [&](const store::ReadTxn& txn) { return store::find_quota(txn, tenant)->held; });
    }

    static store::Key key(store::WriteTxn& txn, const std::string& tenant,
                          const std::string& name) {
        const auto space = store::make_space(txn, tenant, SpaceKind::dataspace, "notes");
        return std::move(store::Key(space, Table::memory_episode).tail(name));
    }

    void keep(const std::string& tenant, const std::string& name, std::size_t bytes) {
        store.write([&](store::WriteTxn& txn) {
            txn.put(key(txn, tenant, name).str(), std::string(bytes, 'x'));
        });
    }

    void drop(const std::string& tenant, const std::string& name) {
        store.write([&](store::WriteTxn& txn) { txn.erase(key(txn, tenant, name).str()); });
    }

    bool has(const std::string& tenant, const std::string& name) {
        return store.write([&](store::WriteTxn& txn) {
            return txn.get(key(txn, tenant, name).str()).has_value();
        });
    }
};

std::string refusal(const std::function<void()>& call) {
    try {
        call();
    } catch (const store::Error& error) {
        return std::string(names(error.code)[static_cast<std::size_t>(error.code)]) + ": " +
               error.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("a tenant at its quota of bytes stores no more until it holds less") {
    Limited at;
    at.keep("team", "first", 40'000);
    at.limit("team", {100'000, 0});
    at.keep("team", "second", 50'000);
    const Holding full = at.held("team");
    CHECK(full.bytes > 90'000);
    CHECK(full.bytes < 91'000);
    const std::string why = refusal([&] { at.keep("team", "third", 20'000); });
    CHECK(why.starts_with("limit: this tenant may hold 100000 bytes, holds " +
                          std::to_string(full.bytes)));
    CHECK_FALSE(at.has("team", "third"));
    CHECK(at.held("team").bytes == full.bytes);
    at.keep("team", "second", 30'000);
    at.keep("team", "third", 20'000);
    CHECK(at.has("team", "third"));
    at.drop("team", "first");
    CHECK(at.held("team").bytes < full.bytes - 29'000);
}

TEST_CASE("nodes are counted however small they are") {
    Limited at;
    at.limit("team", {0, 3});
    for (const char* name : {"a", "b", "c", "a"})
        at.keep("team", name, 10);
    CHECK(at.held("team").nodes == 3);
    CHECK(refusal([&] { at.keep("team", "d", 10); }).find("3 nodes and episodes") !=
          std::string::npos);
    at.keep("team", "c", 5'000);
    at.drop("team", "a");
    at.keep("team", "d", 10);
    CHECK(at.held("team").nodes == 3);
}

TEST_CASE("a quota is one tenant's and leaves the others alone") {
    Limited at;
    at.limit("team", {0, 1});
    at.keep("team", "a", 10);
    at.keep("others", "a", 10);
    at.keep("others", "b", 10);
    CHECK(at.has("others", "b"));
    CHECK(refusal([&] { at.keep("team", "b", 10); }) != "none");
}

TEST_CASE("a quota set below what is held forbids only more, and can be lifted") {
    Limited at;
    for (const char* name : {"a", "b", "c"})
        at.keep("team", name, 1'000);
    at.limit("team", {100, 2});
    CHECK(at.held("team").nodes == 3);
    at.drop("team", "a");
    CHECK(refusal([&] { at.keep("team", "d", 1'000); }) != "none");
    at.limit("team", {0, 0});
    at.keep("team", "d", 1'000);
    CHECK(at.held("team").nodes == 3);
}

TEST_CASE("a call that takes away may add the record of it to a full quota, and no more") {
    Limited at;
    at.keep("team", "a", 1'000);
    at.limit("team", {100, 1});
    const auto record = [&](const std::string& name, std::size_t bytes, bool away) {
        return refusal([&] {
            at.store.write([&](store::WriteTxn& txn) {
                if (away) txn.takes_away();
                txn.put(Limited::key(txn, "team", name).str(), std::string(bytes, 'x'));
            });
        });
    };
    CHECK(record("b", 50'000, false) != "none");
    CHECK(record("b", 70'000, true) != "none");
    CHECK(record("b", 50'000, true) == "none");
    CHECK(at.held("team").nodes == 2);
    CHECK(record("c", 10, false) != "none");
}

TEST_CASE("what is held is what a count from the start finds") {
    Limited counted, late;
    counted.limit("team", {1'000'000, 0});
    for (Limited* at : {&counted, &late}) {
        for (int i = 0; i < 50; ++i)
            at->keep("team", std::to_string(i % 20), static_cast<std::size_t>(i * 37 % 400));
        at->drop("team", "7");
    }
    late.limit("team", {1'000'000, 0});
    CHECK(counted.held("team").bytes == late.held("team").bytes);
    CHECK(counted.held("team").nodes == 19);
    CHECK(late.held("team").nodes == 19);
}
