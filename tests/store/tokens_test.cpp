#include "store/tokens.hpp"

#include "store/error.hpp"
#include "store/space.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

#include <string>

using store::Scope;
using store::SpaceKind;

namespace {

struct Tokens {
    tests::TempDir dir;
    store::Store store{{.dir = dir.path(), .sync = false}};

    std::string add(store::TokenGrant& grant) {
        return store.write([&](store::WriteTxn& txn) { return store::add_token(txn, grant); });
    }

    std::optional<store::TokenGrant> find(const std::string& text, std::int64_t now) {
        return store.read(
            [&](const store::ReadTxn& txn) { return store::find_token(txn, text, now); });
    }
};

store::TokenGrant sample_grant() {
    return {"", "team", {Scope::read, Scope::write}, {"map:a-*", "dataspace:x"}, 100, 200, 0};
}

}  // namespace

TEST_CASE("a token opens what it was made for until it ends") {
    Tokens tokens;
    store::TokenGrant grant = sample_grant();
    const std::string text = tokens.add(grant);
    const auto found = tokens.find(text, 199);
    REQUIRE(found);
    CHECK(found->tenant == "team");
    CHECK(found->spaces == grant.spaces);
    CHECK(found->id == grant.id);
    CHECK(found->allows(Scope::write));
    CHECK_FALSE(found->allows(Scope::forget));
    CHECK_FALSE(tokens.find(text, 200));
}

TEST_CASE("a token that is changed or cut opens nothing") {
    Tokens tokens;
    store::TokenGrant grant = sample_grant();
    const std::string text = tokens.add(grant);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string other = text;
        other[i] = other[i] == 'a' ? 'b' : 'a';
        CHECK_FALSE(tokens.find(other, 150));
    }
    CHECK_FALSE(tokens.find("", 150));
    CHECK_FALSE(tokens.find(text.substr(1), 150));
    CHECK_FALSE(tokens.find(text + "0", 150));
}

TEST_CASE("a revoked token opens nothing, and stays in the list") {
    Tokens tokens;
    store::TokenGrant grant = sample_grant();
    const std::string text = tokens.add(grant);
    const auto revoke = [&](const std::string& id) {
        return tokens.store.write(
            [&](store::WriteTxn& txn) { return store::revoke_token(txn, id, 150); });
    };
    const auto opens = [&] {
        return tokens.store.read(
            [&](const store::ReadTxn& txn) { return token_opens(txn, grant.id, 160); });
    };
    CHECK_FALSE(revoke("000000000000"));
    CHECK_FALSE(revoke("no id"));
    CHECK(opens());
    CHECK(revoke(grant.id));
    CHECK_FALSE(opens());
    CHECK_FALSE(tokens.find(text, 160));
    const auto list = tokens.store.read([](const store::ReadTxn& txn) { return list_tokens(txn); });
    REQUIRE(list.size() == 1);
    CHECK(list[0].revoked == 150);
}

TEST_CASE("the store keeps no text of a token") {
    Tokens tokens;
    store::TokenGrant grant = sample_grant();
    const std::string secret = tokens.add(grant).substr(4, 64);
    const store::Range all{std::string(1, '\0'), ""};
    tokens.store.read([&](const store::ReadTxn& txn) {
        txn.scan(all, {}, [&](std::string_view key, std::string_view value) {
            CHECK(key.find(secret) == std::string_view::npos);
            CHECK(value.find(secret) == std::string_view::npos);
            return true;
        });
    });
}

TEST_CASE("a tenant makes as many spaces as it may") {
    Tokens tokens;
    store::Reach reach("team");
    reach.most_spaces = 2;
    const auto make = [&](const char* name) {
        return tokens.store.write([&](store::WriteTxn& txn) {
            return make_space(txn, reach, SpaceKind::map, name).number;
        });
    };
    const auto first = make("one");
    make("two");
    CHECK_THROWS_AS(make("three"), store::Error);
    CHECK(make("one") == first);
}

TEST_CASE("spaces out of reach are as if they were not there") {
    Tokens tokens;
    const store::Reach all("team");
    const store::Reach part("team", {"map:a-*", "map:*z", "dataspace:x"});
    tokens.store.write([&](store::WriteTxn& txn) {
        for (const char* name : {"a-1", "b-1", "bz", "a-2", "c"})
            make_space(txn, all, SpaceKind::map, name);
        CHECK(find_space(txn, part, SpaceKind::map, "a-1"));
        CHECK(find_space(txn, part, SpaceKind::map, "bz"));
        CHECK_FALSE(find_space(txn, part, SpaceKind::map, "b-1"));
        CHECK_FALSE(find_space(txn, part, SpaceKind::dataspace, "a-1"));
        const auto listed = list_spaces(txn, part, SpaceKind::map, "", 2);
        REQUIRE(listed.size() == 2);
        CHECK(listed[1].name == "a-2");
        CHECK(list_spaces(txn, part, SpaceKind::map, "a-2", 10).size() == 1);
        CHECK(make_space(txn, part, SpaceKind::dataspace, "x").number > 0);
        CHECK_THROWS_AS(make_space(txn, part, SpaceKind::map, "b-1"), store::Error);
        CHECK_THROWS_AS(make_space(txn, part, SpaceKind::map, "new"), store::Error);
    });
}
