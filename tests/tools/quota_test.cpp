#include "store/quota.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/threads.hpp"

using namespace tests;
using store::Holding;
using tools::Json;

namespace {

/// Limits the caller's tenant to what it holds now, or to a part of it.
void fill(Caller& caller, std::uint64_t part) {
    const std::string& tenant = caller.principal.tenant.name;
    const auto limit = [&](const Holding& most) {
        caller.store.write([&](store::WriteTxn& txn) { store::set_quota(txn, tenant, most); });
    };
    limit({1, 1});
    const Holding held = caller.store.read(
        [&](const store::ReadTxn& txn) { return store::find_quota(txn, tenant)->held; });
    limit({held.bytes / part, held.nodes / part});
}

/// True where the quota refuses a call, false where it was taken.
bool is_refused(Caller& caller, const char* tool, const Json& args) {
    try {
        caller.call(tool, args);
        return false;
    } catch (const store::Error& error) {
        if (error.problems.at(0).reason != "quota") throw;
        return true;
    }
}

}  // namespace

TEST_CASE("a full quota lets a map lose what it has") {
    const std::uint64_t part = GENERATE(1, 4);
    Caller caller;
    for (const char* id : {"T1", "T2", "T3", "T4", "T5"})
        caller.update("+ [" + std::string(id) + "] Task: Write page " + id);
    caller.update("+ [T5] --depends_on--> [T4]\n+ [T5] --depends_on--> [T3]");
    fill(caller, part);
    const auto refused = [&](const char* delta) {
        return is_refused(caller, "map_update", {{"delta", delta}});
    };
    CHECK(refused("+ [G1] Goal: One more"));
    CHECK(refused("~ [T1] Task: Write page one, with more words than before"));
    CHECK_FALSE(refused("- [T5] --depends_on--> [T4]"));
    CHECK_FALSE(refused("- [T1] obsolete"));
    CHECK_FALSE(refused("- [T2] obsolete\n- [T3] obsolete"));
    CHECK(refused("- [T4] obsolete\n+ [G1] Goal: One more"));
    CHECK_FALSE(
        is_refused(caller, "map_update", {{"changes", {{{"op", "archive"}, {"id", "T4"}}}}}));
}

TEST_CASE("a full quota lets a memory forget, and after that learn") {
    const std::uint64_t part = GENERATE(1, 4);
    const char* mode = GENERATE("retire", "erase");
    Caller caller;
    std::vector<std::string> uuids;
    for (int i = 0; i < 12; ++i) {
        const std::string name = "Gate " + std::to_string(i);
        const Json sent = episode({fact(name, "runs_on", "Zanzibar")}, name);
        uuids.push_back(caller.fields("create_longterm_memory", sent)["episode_uuid"]);
    }
    fill(caller, part);
    const Json more = episode({fact("Dock", "runs_on", "Quay")}, "Dock");
    CHECK(is_refused(caller, "create_longterm_memory", more));
    for (const std::string& uuid : uuids)
        CHECK_FALSE(is_refused(caller, "forget_longterm_memory",
                               {{"episode_uuid", uuid}, {"mode", mode}, {"reason", "old"}}));
    CHECK(hits(caller, "Zanzibar") == 0);
}

TEST_CASE("a full quota lets a thread retract what was false") {
    const std::uint64_t part = GENERATE(1, 4);
    Caller caller;
    const auto ids = append(caller, {user("a"), says("b"), user("c"), says("d")});
    caller.call("thread_branch", {{"op", "create"}, {"name", "side"}});
    fill(caller, part);
    CHECK(is_refused(caller, "thread_append", {{"nodes", {user("more")}}}));
    for (const std::string& id : ids)
        CHECK_FALSE(is_refused(caller, "thread_retract", {{"ids", {id}}, {"reason", "false"}}));
    CHECK(assembled(caller).empty());
    CHECK(is_refused(caller, "thread_retract", {{"ids", {ids[0]}}, {"restore", true}}));
    CHECK_FALSE(is_refused(caller, "thread_branch", {{"op", "delete"}, {"name", "side"}}));
}
