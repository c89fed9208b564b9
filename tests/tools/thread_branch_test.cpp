#include "store/journal.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

#include <algorithm>

using namespace tests;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

Json root(const std::string& text) {
    return with(user(text), "parents", Json::array());
}

Json branch(Caller& caller, Json args) {
    return caller.fields("thread_branch", args);
}

void link(Caller& caller, const std::string& from, const std::string& type, const std::string& to,
          const char* branch = "main") {
    caller.call("thread_link", {{"from", from}, {"type", type}, {"to", to}, {"branch", branch}});
}

/// The change that the next call will be, by its number.
std::uint64_t next_change(Caller& caller) {
    return caller.store.read([](const store::ReadTxn& txn) {
        return store::next_change(txn, store::find_tenant(txn, "local").value());
    });
}

Texts names_of(const Json& refs) {
    Texts out;
    for (const Json& ref : refs)
        out.push_back(ref["name"]);
    return out;
}

}  // namespace

TEST_CASE("D8 W20 a merge that would close a cycle is a conflict with the chain") {
    const std::string here = GENERATE("transclude", "supersedes");
    const std::string there = GENERATE("transclude", "supersedes");
    Caller caller;
    const Texts ids = append(caller, {root("x"), root("y")});
    branch(caller, {{"op", "create"}, {"name", "b"}});
    link(caller, ids[0], here, ids[1]);
    link(caller, ids[1], there, ids[0], "b");
    Json merge = {{"op", "merge"}, {"name", "b"}};
    const std::string strategy = GENERATE("fail", "both", "ours", "theirs");
    INFO(here << " " << there << " " << strategy);
    merge["strategy"] = strategy;
    const Json reply = branch(caller, merge);
    REQUIRE(reply.value("conflicts", Json::array()).size() == 1);
    CHECK(reply["conflicts"][0]["kind"] == "cycle");
    CHECK(reply["conflicts"][0]["chain"] == Json({ids[1], ids[0], ids[1]}));
    if (strategy == "fail" || strategy == "both") {
        CHECK(reply["version"] == "v2");
        CHECK(reply["note"] == "nothing was merged: send strategy ours or theirs");
        return;
    }
    const bool ours = strategy == "ours";
    const std::string verb =
        (ours ? there : here) == "transclude" ? " transcludes " : " supersedes ";
    CHECK(reply["dropped"] == Json({ours ? ids[1] + verb + ids[0] : ids[0] + verb + ids[1]}));
    CHECK(caller.fields(
              "thread_query",
              {{"cypher", "MATCH (a)-[:transclude|supersedes]->(b) RETURN a.text AS a"}})["rows"] ==
          Json({{{"a", ours ? "x" : "y"}}}));
}

TEST_CASE("D8 a merge finds cycles of three links, and none where there is none") {
    Caller caller;
    const Texts ids = append(caller, {root("x"), root("y"), root("z")});
    branch(caller, {{"op", "create"}, {"name", "b"}});
    link(caller, ids[0], "transclude", ids[1]);
    link(caller, ids[1], "transclude", ids[2], "b");
    CHECK_FALSE(branch(caller, {{"op", "create"}, {"name", "c"}, {"at", "b"}}).contains("note"));
    CHECK_FALSE(branch(caller, {{"op", "merge"}, {"name", "c"}}).contains("conflicts"));
    link(caller, ids[2], "supersedes", ids[0], "b");
    const Json reply =
        branch(caller, {{"op", "merge"}, {"name", "b"}, {"into", "main"}, {"strategy", "ours"}});
    REQUIRE(reply.value("conflicts", Json::array()).size() == 1);
    CHECK(reply["conflicts"][0]["chain"] == Json({ids[2], ids[0], ids[1], ids[2]}));
    CHECK(reply["dropped"] == Json({ids[2] + " supersedes " + ids[0]}));
}

TEST_CASE("D8 W23 a branch at an older node leaves the tail it does not stand on") {
    Caller caller;
    const Texts ids = append(caller, {user("q1"), says("a1"), user("q2"), says("a2")});
    branch(caller, {{"op", "create"}, {"name", "whatif"}, {"at", ids[1]}});
    const Texts more = append(caller, {user("q2 what if"), says("a2 what if")}, "whatif");
    const Json merged = branch(caller, {{"op", "merge"}, {"name", "whatif"}});
    CHECK(merged["heads"] == Json({ids[3], more[1]}));
    CHECK(assembled(caller) == Texts{"user: q1", "assistant: a1", "user: q2", "assistant: a2",
                                     "user: q2 what if", "assistant: a2 what if"});
    SECTION("nothing new on it: nothing to merge") {
        branch(caller, {{"op", "create"}, {"name", "old"}, {"at", ids[1]}});
        const Json again = branch(caller, {{"op", "merge"}, {"name", "old"}});
        CHECK(again["heads"] == merged["heads"]);
        CHECK(again["version"] == merged["version"]);
    }
    SECTION("a head that moved back comes along again") {
        branch(caller, {{"op", "create"}, {"name", "kept"}});
        branch(caller, {{"op", "move"}, {"name", "main"}, {"at", ids[1]}});
        CHECK(branch(caller, {{"op", "merge"}, {"name", "kept"}})["heads"] == merged["heads"]);
    }
}

TEST_CASE("D8 a fast-forward moves to what stands on the heads or took their place") {
    Caller caller;
    const Texts ids = append(caller, {user("q1"), says("a1")});
    branch(caller, {{"op", "create"}, {"name", "on"}});
    const Texts next =
        GENERATE(false, true)
            ? append(caller, {with(says("a1 anew"), "supersedes", Json::array({ids[1]}))}, "on")
            : append(caller, {user("q2")}, "on");
    const Json merged = branch(caller, {{"op", "merge"}, {"name", "on"}});
    CHECK(merged["note"] == "fast-forward");
    CHECK(merged["heads"] == Json({next[0]}));
}

TEST_CASE("a branch's name has room for 400 bytes, and no other branch is meant by a longer one") {
    Caller caller;
    append(caller, {user("a")});
    std::string longest;
    for (int i = 0; i < 133; ++i)
        longest += "\u6f22";
    branch(caller, {{"op", "create"}, {"name", longest}});
    for (const Json& args : {Json{{"op", "create"}, {"name", longest + "\u4e00"}},
                             Json{{"op", "delete"}, {"name", longest + "\u4e8c"}}}) {
        const store::Error refused = caller.refusal("thread_branch", args);
        CHECK(refused.problems[0].path == "/name");
        CHECK(refused.problems[0].reason == "length");
        CHECK(refused.problems[0].message == "the name has 402 bytes: expected at most 400");
    }
    CHECK(caller.refusal("thread_log", {{"branch", longest + "\u4e8c"}}).problems[0].path ==
          "/branch");
    CHECK(
        caller
            .refusal("thread_branch", {{"op", "create"}, {"name", "x"}, {"at", longest + "\u4e8c"}})
            .problems[0]
            .path == "/at");
    CHECK(caller.fields("thread_log", {{"op", "branches"}})["branches"].size() == 2);
}

TEST_CASE("a call that moves a branch is one change of the thread's log") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("b")});
    append(caller, {user("c")});
    const auto logged = [&](const Json& args) {
        const std::uint64_t before = next_change(caller);
        branch(caller, args);
        return next_change(caller) - before;
    };
    CHECK(logged({{"op", "create"}, {"name", "x"}}) == 1);
    CHECK(logged({{"op", "create"}, {"name", "y"}, {"at", ids[0]}}) == 1);
    CHECK(logged({{"op", "move"}, {"name", "main"}, {"at", "v1"}}) == 1);
    CHECK(logged({{"op", "merge"}, {"name", "x"}}) == 1);  // a fast-forward
    CHECK(logged({{"op", "merge"}, {"name", "x"}}) == 0);  // nothing to merge
    CHECK(logged({{"op", "delete"}, {"name", "x"}}) == 1);
}

TEST_CASE("branches are listed by the hundred, and a thread has a thousand at most") {
    Caller caller;
    append(caller, {user("a")});
    Json reply;
    for (int i = 0; i < 999; ++i)
        reply = branch(caller, {{"op", "create"}, {"name", "b" + std::to_string(i)}});
    CHECK(reply["refs"].size() == 100);
    CHECK(reply["more_refs"] == 900);
    const store::Error refused = caller.refusal("thread_branch", {{"op", "create"}, {"name", "c"}});
    CHECK(refused.code == store::Code::limit);
    CHECK(refused.problems[0].path == "/name");
    CHECK(refused.problems[0].reason == "too_many_branches");
    CHECK(caller
              .refusal("thread_import",
                       {{"messages", {{{"role", "user"}, {"content", "x"}}}}, {"branch", "c"}})
              .code == store::Code::limit);
    CHECK(caller.refusal("thread_log", {{"branch", "c"}}).problems[0].message.size() < 1000);
    Texts listed;
    Json args = {{"op", "branches"}};
    for (Json page = caller.fields("thread_log", args);; page = caller.fields("thread_log", args)) {
        CHECK(page["branches"].size() == 100);
        for (const std::string& name : names_of(page["branches"]))
            listed.push_back(name);
        if (!page.contains("next_cursor")) break;
        args["cursor"] = page["next_cursor"];
    }
    CHECK(listed.size() == 1000);
    CHECK(std::is_sorted(listed.begin(), listed.end()));
    branch(caller, {{"op", "delete"}, {"name", "b7"}});
    CHECK(branch(caller, {{"op", "create"}, {"name", "c"}})["more_refs"] == 900);
}
