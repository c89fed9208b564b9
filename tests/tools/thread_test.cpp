#include "store/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"
#include "tools/thread/number_set.hpp"
#include "tools/thread/tables.hpp"

#include <algorithm>
#include <random>
#include <set>

using namespace tests;
using namespace tools::thread;
using tools::Json;

namespace {

const store::Problem& first(const store::Error& error) {
    return error.problems.at(0);
}

std::vector<std::string> states(Caller& caller, const Json& args = Json::object()) {
    std::vector<std::string> out;
    const Json reply = caller.fields("thread_log", args);
    for (const Json& node : reply["nodes"])
        out.push_back(node["text"].get<std::string>() + " " + node["state"].get<std::string>());
    return out;
}

using Texts = std::vector<std::string>;
using Numbers = std::vector<Number>;

auto collect(Numbers& to) {
    return [&to](Number number) {
        to.push_back(number);
        return true;
    };
}

}  // namespace

TEST_CASE("D4 nodes hang on each other and on the heads") {
    Caller caller;
    const Json reply = caller.fields("thread_append", {{"nodes", {user("one"), says("two")}}});
    CHECK(reply["version"] == "v1");
    CHECK(reply["heads"] == Json::array({reply["ids"][1]}));
    append(caller, {user("three")});
    CHECK(states(caller) == Texts{"one active", "two active", "three active"});
    const Json root = caller.fields("thread_append",
                                    {{"nodes", {with(user("aside"), "parents", Json::array())}}});
    CHECK(root["heads"] != root["ids"]);
    CHECK(root["version"] == "v3");
}

TEST_CASE("D3 the id depends on content and parents only") {
    Caller one, other;
    other.fields("thread_log", Json::object());  // another time
    const Texts ids = append(one, {user("a"), says("b")});
    CHECK(append(other, {user("a"), says("b")}) == ids);
    CHECK(append(other, {user("a")}) != Texts{ids[0]});  // it hangs on the head now
    const Json again =
        other.fields("thread_append", {{"nodes", {with(user("a"), "parents", Json::array())}}});
    CHECK(again["duplicates"] == Json::array({ids[0]}));
    CHECK(again["version"] == "v2");
    CHECK(ids[0].size() == 12);
}

TEST_CASE("G01 unknown parents and cycles are refused with the chain, nothing is stored") {
    Caller caller;
    const Texts ids = append(caller, {user("A"), says("B"), user("C")});
    const auto link = [&](const std::string& from, const std::string& to) {
        return caller.refusal("thread_link", {{"from", from}, {"type", "transclude"}, {"to", to}});
    };
    const store::Problem cycle = first(link(ids[0], ids[2]));
    CHECK(cycle.reason == "cycle");
    CHECK(cycle.message.find(ids[0] + " -> " + ids[2] + " -> " + ids[1] + " -> " + ids[0]) == 0);
    CHECK(first(link(ids[1], ids[1])).reason == "cycle");
    const store::Error missing = caller.refusal(
        "thread_append",
        {{"nodes", {user("D"), with(user("E"), "parents", Json::array({"0123456789ab"}))}}});
    CHECK(first(missing).reason == "missing_parent");
    CHECK(first(missing).path == "/nodes/1/parents/0");
    CHECK(states(caller).size() == 3);
    CHECK(caller.fields("thread_log", Json::object())["version"] == "v1");
    CHECK(caller.fields("thread_link",
                        {{"from", ids[0]}, {"type", "embeds"}, {"to", ids[2]}})["version"] ==
          "v2");  // W21
}

TEST_CASE("D5 the seed's own picture is accepted") {
    Caller caller;
    const Texts ids = append(
        caller, {with(says("C1: the loop never ends"), "local", "$c1"),
                 Json{{"kind", "critique"},
                      {"target", "$c1"},
                      {"content", "CR1: it does end"},
                      {"parents", Json::array({"$c1"})},
                      {"supersedes", Json::array({"$c1"})}},
                 Json{{"kind", "summary"}, {"members", Json::array({"$c1"})}, {"content", "S1"}}});
    CHECK(states(caller) ==
          Texts{"C1: the loop never ends superseded", "CR1: it does end active", "S1 active"});
    CHECK(ids.size() == 3);
}

TEST_CASE("a batch whose local names close a circle is refused with the chain") {
    Caller caller;
    const store::Error refused =
        caller.refusal("thread_append",
                       {{"nodes",
                         {with(with(user("x"), "local", "$x"), "parents", Json::array({"$y"})),
                          with(with(user("y"), "local", "$y"), "parents", Json::array({"$x"}))}}});
    CHECK(first(refused).reason == "cycle");
    CHECK(first(refused).message.find("$x -> $y -> $x") == 0);
    CHECK(caller.fields("thread_log", Json::object())["version"] == "v0");
}

TEST_CASE("a result needs its call, and has it for itself") {
    Caller caller;
    CHECK(first(caller.refusal("thread_append", {{"nodes", {user("q"), result("k1", "r")}}}))
              .reason == "missing_call");
    append(caller, {user("q"), calls("k1"), calls("k2"), result("k2", "two"), result("k1", "one"),
                    says("done")});
    const store::Error second =
        caller.refusal("thread_append", {{"nodes", {result("k1", "another")}}});
    CHECK(first(second).reason == "second_result");
    CHECK(caller.fields("thread_log", Json::object())["nodes"].size() == 6);
}

TEST_CASE("W17 the same call with the same expected_version writes once") {
    Caller caller;
    append(caller, {user("a")});
    const Json call = {{"nodes", {says("b")}}, {"expected_version", "v1"}};
    const Json reply = caller.fields("thread_append", call);
    CHECK(caller.fields("thread_append", call) == reply);
    CHECK(states(caller).size() == 2);
    const store::Error moved =
        caller.refusal("thread_append", {{"nodes", {says("c")}}, {"expected_version", "v1"}});
    CHECK(moved.code == store::Code::conflict);
    CHECK(first(moved).send == "v2");
    CHECK(first(moved).message.find(reply["ids"][0].get<std::string>()) != std::string::npos);
}

TEST_CASE("W19 an old version reads as it was, and branches go their own ways") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("b")});
    caller.call("thread_branch", {{"op", "create"}, {"name", "side"}, {"at", ids[0]}});
    append(caller, {says("c")}, "side");
    append(caller, {user("d")});
    CHECK(states(caller, {{"at", "v1"}}) == Texts{"a active", "b active"});
    CHECK(states(caller, {{"branch", "side"}}) == Texts{"a active", "b active", "c active"});
    const Json diff = caller.fields("thread_log", {{"op", "diff"}, {"at", "side"}});
    CHECK(diff["added"].size() == 1);
    CHECK(diff["removed"][0]["text"] == "c");
    const Json listed = caller.fields("thread_log", {{"op", "branches"}});
    CHECK(listed["branches"].size() == 2);
    CHECK(first(caller.refusal("thread_branch", {{"op", "delete"}, {"name", "main"}})).reason ==
          "main_branch");
}

TEST_CASE("D8 a merge takes both sides in, or lists where they disagree") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("b")});
    caller.call("thread_branch", {{"op", "create"}, {"name", "side"}});
    append(caller, {user("c")});
    append(caller, {user("d")}, "side");
    const Json merged = caller.fields("thread_branch", {{"op", "merge"}, {"name", "side"}});
    CHECK_FALSE(merged.contains("conflicts"));
    CHECK(merged["heads"].size() == 2);
    CHECK(states(caller).size() == 4);
    const Json again = caller.fields("thread_branch", {{"op", "merge"}, {"name", "side"}});
    CHECK(again["version"] == merged["version"]);
    append(caller, {with(says("b here"), "supersedes", Json::array({ids[1]}))});
    append(caller, {with(says("b there"), "supersedes", Json::array({ids[1]}))}, "side");
    const Json refused = caller.fields("thread_branch", {{"op", "merge"}, {"name", "side"}});
    CHECK(refused["conflicts"][0]["kind"] == "superseded_twice");
    CHECK(refused["conflicts"][0]["node"] == ids[1]);
    CHECK(states(caller).size() == 5);
    const Json ours =
        caller.fields("thread_branch", {{"op", "merge"}, {"name", "side"}, {"strategy", "ours"}});
    CHECK(ours["dropped"].size() == 1);
    CHECK(states(caller) == Texts{"a active", "b superseded", "c active", "d active",
                                  "b here active", "b there active"});
}

TEST_CASE("D7 a set shares its parts, and reads as the numbers that went in") {
    Caller caller;
    caller.store.write([&](store::WriteTxn& txn) {
        const store::Space space = store::make_space(txn, "local", store::SpaceKind::thread, "t");
        std::mt19937_64 random(7);
        std::uint64_t set = 0, parts = 0;
        std::set<Number> model;
        for (int round = 0; round < 40; ++round) {
            std::set<Number> more;
            for (int i = 0; i < 60; ++i)
                more.insert(random() % (std::uint64_t{1} << (5 + round)));
            const std::uint64_t before = set;
            const auto old_model = model;
            set = with_numbers(txn, space, set, Numbers(more.begin(), more.end()), parts);
            model.insert(more.begin(), more.end());
            Numbers all, added, expected;
            scan_numbers(txn, space, set, 0, collect(all));
            scan_numbers(txn, space, set, before, collect(added));
            REQUIRE(all == Numbers(model.begin(), model.end()));
            std::set_difference(model.begin(), model.end(), old_model.begin(), old_model.end(),
                                std::back_inserter(expected));
            REQUIRE(added == expected);
            for (const Number number : model)
                REQUIRE(holds_number(txn, space, set, number));
            REQUIRE_FALSE(holds_number(txn, space, set, *model.rbegin() + 1));
        }
    });
}

TEST_CASE("D7 one more number in 100,000 rewrites one path, wherever it comes") {
    Caller caller;
    caller.store.write([&](store::WriteTxn& txn) {
        const store::Space space = store::make_space(txn, "local", store::SpaceKind::thread, "t");
        std::mt19937 random(8);
        Numbers many, holes;
        for (Number number = 1; many.size() < 100'000; ++number)
            (random() % 10 == 0 ? holes : many).push_back(number);
        std::uint64_t parts = 0;
        std::uint64_t set = with_numbers(txn, space, 0, many, parts);
        for (int i = 0; i < 60; ++i) {
            const bool next = random() % 2 == 0;
            const Number one =
                next ? 120'000U + random() % 1'000'000 : holes[random() % holes.size()];
            const std::uint64_t before = parts;
            set = with_numbers(txn, space, set, Numbers{one}, parts);
            REQUIRE(parts - before >= 1);
            REQUIRE(parts - before <= 5);  // ceil(log32 100,000) + 1
            REQUIRE(holds_number(txn, space, set, one));
        }
    });
}

TEST_CASE("D7 an append to a long thread rewrites one path, and that seldom") {
    Caller caller;
    for (int i = 0; i < 6; ++i) {
        Json nodes = Json::array();
        for (int k = 0; k < 200; ++k)
            nodes.push_back(says(std::to_string(i) + "-" + std::to_string(k)));
        append(caller, nodes);
    }
    const auto parts = [&] {
        return caller.store.read([&](const store::ReadTxn& txn) {
            const auto space = store::find_space(txn, "local", store::SpaceKind::thread, "main");
            return head_records.find(txn, store::Key(*space, store::Table::thread_head))->parts;
        });
    };
    int rewrites = 0;
    for (int i = 0; i < 130; ++i) {
        const std::uint64_t before = parts();
        append(caller, {user("n" + std::to_string(i))});
        REQUIRE(parts() - before <= 4);  // ceil(log32 1,200) + 1
        rewrites += parts() == before ? 0 : 1;
    }
    CHECK(rewrites == 2);
}
