#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

#include <set>

using namespace tests;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

Json sums_up(const std::string& text, const Texts& members) {
    return {{"kind", "summary"}, {"members", members}, {"content", text}};
}

std::string many_words(int count) {
    std::string out;
    for (int i = 0; i < count; ++i)
        out += "harbor ";
    return out;
}

std::string state_of(Caller& caller, const std::string& id) {
    return caller.fields("thread_log", {{"id", id}})["nodes"][0]["state"];
}

/// A chain of so many summaries, each of the one before; the first is of `base`.
std::string nested_summaries(Caller& caller, const std::string& base, int count) {
    std::string last = base;
    for (int made = 0; made < count;) {
        Json nodes = Json::array();
        for (int i = 0; i < 500 && made < count; ++i, ++made)
            nodes.push_back(with(
                sums_up("s" + std::to_string(made), {i == 0 ? last : "$" + std::to_string(i - 1)}),
                "local", std::to_string(i)));
        last = append(caller, nodes).back();
    }
    return last;
}

}  // namespace

TEST_CASE("summaries that share what they sum up are each looked at once") {
    Caller caller;
    const Texts ids = append(caller, {user(many_words(200)), says(many_words(200))});
    Texts level = ids;
    for (int depth = 0; depth < 40; ++depth)
        level = append(caller, {sums_up("a" + std::to_string(depth), level),
                                sums_up("b" + std::to_string(depth), level)});
    CHECK(state_of(caller, level[0]) == "active");
    const Texts shown = assembled(caller, {{"max_tokens", 100}});
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].find("[summary of 2 messages] a0") != std::string::npos);
    caller.call("thread_retract", {{"ids", {ids[0]}}, {"cascade", "none"}});
    CHECK(state_of(caller, level[1]) == "stale");
    CHECK(caller.fields("thread_assemble", {{"max_tokens", 100}})["counts"]["stale_summary"] == 80);
}

TEST_CASE("a long chain of summaries is read without end of the stack") {
    Caller caller;
    const Texts ids = append(caller, {user(many_words(200))});
    const std::string last = nested_summaries(caller, ids[0], 20'000);
    CHECK(state_of(caller, last) == "active");
    const Texts shown = assembled(caller, {{"max_tokens", 100}});
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].find("[summary of 1 messages]") != std::string::npos);
    CHECK(assembled(caller, {{"max_tokens", 10}}).empty());
    caller.call("thread_retract", {{"ids", {ids[0]}}, {"cascade", "none"}});
    CHECK(state_of(caller, last) == "stale");
    CHECK(caller.fields("thread_log", {{"find", "s19999"}})["nodes"][0]["state"] == "stale");
}

TEST_CASE("a retraction lists the first hundred of each kind and says how many there are") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 0; i < 350; ++i)
        nodes.push_back(says(std::to_string(i)));
    const Texts ids = append(caller, nodes);
    const Json marked =
        caller.fields("thread_retract", {{"ids", {ids[0]}}, {"cascade", "mark_stale"}});
    CHECK(marked["stale"].size() == 100);
    REQUIRE(marked.contains("totals"));
    CHECK(marked["totals"]["stale"] == 349);
    CHECK(marked["totals"]["inactive"] == 1);
    const Json restored = caller.fields("thread_retract", {{"ids", {ids[0]}}, {"restore", true}});
    CHECK(restored["restored"].size() == 100);
    REQUIRE(restored.contains("totals"));
    CHECK(restored["totals"]["restored"] == 350);
    CHECK_FALSE(caller.fields("thread_retract", {{"ids", {ids[349]}}}).contains("totals"));
}

TEST_CASE("thread_log lists threads by the page") {
    Caller caller;
    std::set<std::string> made, listed;
    for (int i = 0; i < 250; ++i) {
        made.insert("t" + std::to_string(i));
        caller.call("thread_append", {{"thread", "t" + std::to_string(i)}, {"nodes", {user("a")}}});
    }
    Json args = {{"op", "threads"}};
    for (int pages = 0; pages < 3; ++pages) {
        const Json page = caller.fields("thread_log", args);
        CHECK(page["threads"].size() == (pages < 2 ? 100 : 50));
        CHECK(page.contains("next_cursor") == (pages < 2));
        for (const Json& name : page["threads"])
            listed.insert(name.get<std::string>());
        args["cursor"] = page.value("next_cursor", "");
    }
    CHECK(listed == made);
}

TEST_CASE("a long path is found in the order of its nodes") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 0; i < 150; ++i)
        nodes.push_back(says(std::to_string(i)));
    const Texts ids = append(caller, nodes);
    const Json path =
        caller.fields("thread_walk", {{"op", "path"}, {"id", ids[0]}, {"to", ids[149]}});
    CHECK(path["total"] == 150);
    for (std::size_t i = 0; i < 100; ++i)
        REQUIRE(path["nodes"][i]["id"] == ids[i]);
}
