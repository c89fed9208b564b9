#include "store/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

using namespace tests;
using tools::Json;

namespace {

store::Space thread_space(const store::ReadTxn& txn, Caller& caller) {
    return store::find_space(txn, caller.context().principal.tenant, store::SpaceKind::thread,
                             "main")
        .value();
}

/// Takes the marks of tied nodes away: the thread is as schema 1 wrote it.
void make_old(Caller& caller) {
    caller.store.write([&](store::WriteTxn& txn) {
        txn.erase_range(store::Key(thread_space(txn, caller), store::Table::thread_tied).range());
    });
}

Json full_answer(Caller& caller) {
    Json reply = caller.fields("thread_assemble", {{"max_tokens", 60}, {"explain", "ids"}});
    reply.erase("version");
    return reply;
}

/// A thread with everything that can be tied to a node.
std::vector<std::string> fill(Caller& caller) {
    const auto ids = append(caller, {user("which port"), says("port 80"), user("sure?"),
                                     says("see the file"), user("and the name")});
    caller.call("thread_retract", {{"ids", Json::array({ids[1]})}, {"reason", "wrong"}});
    caller.call("thread_link", {{"type", "transclude"}, {"from", ids[4]}, {"to", ids[3]}});
    append(caller, {{{"kind", "summary"},
                     {"members", Json::array({ids[2], ids[3]})},
                     {"content", "it was checked"}}});
    return ids;
}

}  // namespace

TEST_CASE("a thread of schema 1 is assembled as one that marks its tied nodes") {
    Caller caller;
    fill(caller);
    const Json marked = full_answer(caller);
    CHECK(marked["counts"]["superseded_by"] == 1);
    make_old(caller);
    CHECK(full_answer(caller) == marked);
}

TEST_CASE("what is tied to a node of a thread of schema 1 later is found too") {
    Caller caller;
    const auto ids = fill(caller);
    make_old(caller);
    append(caller, {says("it is harbor")});
    caller.call("thread_retract", {{"ids", Json::array({ids[3]})}, {"reason", "wrong file"}});
    CHECK(full_answer(caller)["counts"]["superseded_by"] == 2);
}
