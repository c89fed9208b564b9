#include "store/tokens.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temp_dir.hpp"

#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

/// The token command on a store of its own.
class TokenProgram {
public:
    tests::Finished run(Words words) {
        words.insert(words.begin(), {THROUGHLINE, "token"});
        return tests::run_program(words, {}, {"THROUGHLINE_STORE=" + dir_.path().string()}, "/");
    }

    std::vector<store::TokenGrant> stored() {
        const store::Store store({.dir = dir_.path()});
        return store.read([](const store::ReadTxn& txn) { return store::list_tokens(txn); });
    }

    [[nodiscard]] std::string store() const { return dir_.path(); }

private:
    tests::TempDir dir_;
};

}  // namespace

TEST_CASE("a token is made, listed and revoked") {
    TokenProgram program;
    const auto made = program.run({"add", "--tenant", "team", "--scope", "read,write", "--spaces",
                                   "map:team plan, dataspace:a", "--expires", "30d"});
    CHECK(made.code == 0);
    CHECK(made.out.starts_with("tln_"));
    CHECK(made.out.size() == 4 + 64 + 8 + 1);
    CHECK(made.err.find("only time") != std::string::npos);
    const auto grants = program.stored();
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].tenant == "team");
    CHECK(grants[0].spaces == Words{"map:team plan", "dataspace:a"});
    CHECK(grants[0].expires - grants[0].created == 30LL * 24 * 3'600'000);
    const auto list = program.run({"list"});
    CHECK(list.out.find(grants[0].id + "\tteam\tread,write\tmap:team plan,dataspace:a\tvalid") ==
          0);
    CHECK(list.out.find(made.out.substr(4, 64)) == std::string::npos);
    CHECK(program.run({"revoke", grants[0].id}).code == 0);
    CHECK(program.run({"list"}).out.find("\trevoked ") != std::string::npos);
    CHECK(program.run({"revoke", "000000000000"}).code == 1);
}

TEST_CASE("a token that nobody can have meant is not made") {
    TokenProgram program;
    const Words words =
        GENERATE(Words{"add", "--spaces", " , "}, Words{"add", "--spaces", "team-*"},
                 Words{"add", "--spaces", "map:"}, Words{"add", "--spaces", "folder:x"},
                 Words{"add", "--scope", "write"}, Words{"add", "--scope", ""},
                 Words{"add", "--scope", "read,everything"}, Words{"add", "--expires", "0d"},
                 Words{"add", "--expires", "30"}, Words{"add", "--expires", "soon"},
                 Words{"revoke"}, Words{"add", "--tenant", ""}, Words{});
    const auto done = program.run(words);
    CAPTURE(words);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK(done.err.find('\n') == done.err.size() - 1);
    CHECK(program.stored().empty());
}

TEST_CASE("an address that others reach is served only once there is a token") {
    TokenProgram program;
    const auto check = [&] {
        return tests::run_program({THROUGHLINE, "serve", "--http", "0.0.0.0:0", "--check-config"},
                                  {}, {"THROUGHLINE_STORE=" + program.store()}, "/");
    };
    const auto refused = check();
    CHECK(refused.code == 2);
    CHECK(refused.err.find("throughline token add") != std::string::npos);
    program.run({"add"});
    const auto fits = check();
    CHECK(fits.code == 0);
    CHECK(fits.out.find("bearers of 1 tokens") != std::string::npos);
    CHECK(fits.out.find("600 calls and 60 changes a minute") != std::string::npos);
    program.run({"revoke", program.stored().front().id});
    CHECK(check().code == 2);
}

TEST_CASE("a tenant at its quota is told so and stores nothing more") {
    TokenProgram program;
    const auto quota = [&](Words words) {
        words.insert(words.begin(), {THROUGHLINE, "quota", "--store", program.store()});
        return tests::run_program(words, {}, {}, "/");
    };
    const auto plan = [&](const std::string& tenant, const std::string& goal) {
        return tests::run_program(
            {THROUGHLINE, "call", "--store", program.store(), "--tenant", tenant, "map_update",
             R"({"conversation":"plan","changes":[{"op":"add","type":"Goal","text":")" + goal +
                 "\"}]}"},
            {}, {}, "/");
    };
    CHECK(quota({"--tenant", "team"}).out.find("no quota") != std::string::npos);
    CHECK(plan("team", "ship it").code == 0);
    const auto set = quota({"--tenant", "team", "--bytes", "2MB", "--nodes", "1"});
    CHECK(set.code == 0);
    CHECK(set.out.find(" of 2000000 bytes, 1 of 1 nodes and episodes") != std::string::npos);
    const auto refused = plan("team", "one more");
    CHECK(refused.code == 1);
    CHECK(refused.out.find("limit: this tenant may hold 1 nodes and episodes, holds 1, and this "
                           "call would add 1") != std::string::npos);
    CHECK(refused.out.find("nothing of this call was stored") != std::string::npos);
    CHECK(plan("others", "one more").code == 0);
    CHECK(quota({"--tenant", "team", "--nodes", "any"}).code == 0);
    CHECK(plan("team", "one more").code == 0);
    CHECK(quota({"--tenant", "team"}).out.find("2 of any nodes") != std::string::npos);
    const auto wrong = quota({"--tenant", "team", "--bytes", "lots"});
    CHECK(wrong.code == 2);
    CHECK(wrong.err.find("--bytes: expected an amount such as 100MB") != std::string::npos);
}

TEST_CASE("the flag --read-only forbids every command that changes the store") {
    TokenProgram program;
    REQUIRE(program.run({"add", "--tenant", "team"}).code == 0);
    const auto run = [&](Words words) {
        words.insert(words.begin(), {THROUGHLINE, "--read-only", "--store", program.store()});
        return tests::run_program(words, {}, {}, "/");
    };
    const std::string id = program.stored().at(0).id;
    for (const Words& words :
         {Words{"token", "add", "--tenant", "team"}, Words{"token", "revoke", id},
          Words{"quota", "--nodes", "5"}, Words{"compact"}, Words{"import", "/dev/null"}}) {
        const auto refused = run(words);
        CAPTURE(words.front());
        CHECK(refused.code == 2);
        CHECK(refused.err.find("--read-only") != std::string::npos);
    }
    CHECK(run({"token", "list"}).code == 0);
    CHECK(run({"quota"}).code == 0);
    CHECK(program.stored().at(0).revoked == 0);
}
