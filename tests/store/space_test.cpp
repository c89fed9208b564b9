#include "store/space.hpp"

#include "store/content.hpp"
#include "store/error.hpp"
#include "store/ops.hpp"
#include "store/store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

#include <chrono>
#include <set>
#include <string>
#include <vector>

using store::ReadTxn;
using store::Space;
using store::SpaceKind;
using store::WriteTxn;

namespace {

struct Fixture {
    tests::TempDir dir;
    store::Store store{{.dir = dir.path(), .sync = false}};

    Space make(const std::string& name, SpaceKind kind = SpaceKind::map,
               const std::string& tenant = "local") {
        return store.write(
            [&](WriteTxn& txn) { return store::make_space(txn, tenant, kind, name); });
    }

    std::optional<Space> find(const std::string& name, SpaceKind kind = SpaceKind::map,
                              const std::string& tenant = "local") {
        return store.read(
            [&](const ReadTxn& txn) { return store::find_space(txn, tenant, kind, name); });
    }

    std::vector<std::string> list(const std::string& after, std::size_t limit,
                                  SpaceKind kind = SpaceKind::map) {
        return store.read([&](const ReadTxn& txn) {
            std::vector<std::string> names;
            for (const auto& found : store::list_spaces(txn, "local", kind, after, limit))
                names.push_back(found.name);
            return names;
        });
    }
};

}  // namespace

TEST_CASE("a space is made once and found by tenant, kind and name") {
    Fixture all;
    const Space first = all.make("talk");
    CHECK(all.make("talk") == first);
    CHECK(all.find("talk") == first);
    CHECK(first.number != 0);
    const std::set<Space> distinct{first, all.make("talk", SpaceKind::thread), all.make("other"),
                                   all.make("talk", SpaceKind::map, "someone")};
    CHECK(distinct.size() == 4);
    CHECK_FALSE(all.find("unknown"));
    CHECK_FALSE(all.find("talk", SpaceKind::corpus));
    CHECK_FALSE(all.find("talk", SpaceKind::map, "nobody"));
    CHECK_FALSE(all.find("other", SpaceKind::map, "someone"));
    const auto entry = all.store.read([&](const ReadTxn& txn) { return find_entry(txn, first); });
    REQUIRE(entry);
    CHECK(entry->name == "talk");
    CHECK(entry->kind == SpaceKind::map);
}

TEST_CASE("names of 200 characters of any script are told apart and kept whole") {
    Fixture all;
    std::string wide;
    for (int i = 0; i < 199; ++i)
        wide += "\xf0\x9f\x97\xba";
    const std::vector<std::string> names{
        wide + "a", wide + "b", wide, std::string(200, 'n'), "\xe6\xbc\xa2", std::string("a\0b", 3),
        "a"};
    std::set<Space> distinct;
    for (const std::string& name : names)
        distinct.insert(all.make(name));
    CHECK(distinct.size() == names.size());
    for (const std::string& name : names)
        CHECK(distinct.count(all.find(name).value()) == 1);
    const auto listed = all.list("", 100);
    CHECK(std::set<std::string>(listed.begin(), listed.end()) ==
          std::set<std::string>(names.begin(), names.end()));
}

TEST_CASE("a name that is empty or too long is refused, looking for it finds nothing") {
    Fixture all;
    CHECK_THROWS_WITH(all.make(""), Catch::Contains("1 to 200"));
    CHECK_THROWS_WITH(all.make(std::string(201, 'n')), Catch::Contains("201"));
    CHECK_THROWS_AS(all.make(std::string(5000, '\x80')), store::Error);
    CHECK_FALSE(all.find(std::string(100'000, 'n')));
    CHECK_FALSE(all.find(""));
    CHECK(all.list("", 10).empty());
}

TEST_CASE("names are listed in order, page by page, by kind") {
    Fixture all;
    for (const char* name : {"delta", "alpha", "charlie", "bravo"})
        all.make(name);
    all.make("a dataspace", SpaceKind::dataspace);
    CHECK(all.list("", 10) == std::vector<std::string>{"alpha", "bravo", "charlie", "delta"});
    CHECK(all.list("", 2) == std::vector<std::string>{"alpha", "bravo"});
    CHECK(all.list("bravo", 2) == std::vector<std::string>{"charlie", "delta"});
    CHECK(all.list("b", 1) == std::vector<std::string>{"bravo"});
    CHECK(all.list("delta", 2).empty());
    CHECK(all.list("", 0).empty());
    CHECK(all.list("", 10, SpaceKind::dataspace) == std::vector<std::string>{"a dataspace"});
}

TEST_CASE("a hundred thousand spaces are listed page by page") {
    Fixture all;
    constexpr int count = 100'000;
    const auto name = [](int i) {
        const std::string digits = std::to_string(i);
        return "space " + std::string(6 - digits.size(), '0') + digits;
    };
    for (int start = 0; start < count; start += 1000)
        all.store.write([&](WriteTxn& txn) {
            for (int i = start; i < start + 1000; ++i)
                store::make_space(txn, "local", SpaceKind::map, name(i));
        });
    std::vector<std::string> seen;
    for (std::vector<std::string> page = all.list("", 1000); !page.empty();
         page = all.list(seen.back(), 1000))
        seen.insert(seen.end(), page.begin(), page.end());
    CHECK(seen.size() == count);
    CHECK(seen.front() == name(0));
    CHECK(seen.back() == name(count - 1));
    CHECK(std::is_sorted(seen.begin(), seen.end()));
    CHECK(store::stats(all.store).spaces == std::array<std::uint64_t, 4>{count, 0, 0, 0});
    CHECK(store::stats(all.store).tenants == 1);
}

TEST_CASE("a page costs what its limit says, however many spaces there are") {
    Fixture all;
    all.store.write([](WriteTxn& txn) {
        for (int i = 0; i < 20'000; ++i)
            store::make_space(txn, "local", SpaceKind::map, std::to_string(i));
    });
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i)
        REQUIRE(all.list("1", 5).size() == 5);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

TEST_CASE("texts stand under numbers that are never given twice") {
    Fixture all;
    const Space space = all.make("talk");
    const Space other = all.make("other");
    const auto add = [&](Space where, const std::string& text) {
        return all.store.write([&](WriteTxn& txn) { return add_content(txn, where, text); });
    };
    CHECK(add(space, "first") == 1);
    CHECK(add(space, "second") == 2);
    CHECK(add(other, "elsewhere") == 1);
    const std::string large(1024 * 1024, 't');
    CHECK(add(space, large) == 3);
    all.store.write([&](WriteTxn& txn) { store::erase_content(txn, space, 3, "asked", 1234); });
    CHECK(add(space, "") == 4);

    all.store.read([&](const ReadTxn& txn) {
        CHECK(content(txn, space, 1) == "first");
        CHECK(content(txn, space, 3).empty());
        CHECK(is_erased(txn, space, 3));
        CHECK(content(txn, space, 4).empty());
        CHECK_FALSE(is_erased(txn, space, 4));
        CHECK(content(txn, other, 1) == "elsewhere");
        CHECK_THROWS_WITH(content(txn, space, 5), Catch::Contains("content"));
    });
}
