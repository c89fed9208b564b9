#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

#include <algorithm>
#include <map>

using namespace tests;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

/// A text that costs about so many tokens.
std::string long_text(const std::string& start, int words) {
    std::string out = start;
    for (int i = 0; i < words; ++i)
        out += " harbor";
    return out;
}

Json assemble_with(Caller& caller, const Json& args) {
    return caller.fields("thread_assemble", args);
}

}  // namespace

TEST_CASE("D12 a chain is assembled in order, an empty thread to nothing") {
    Caller caller;
    const Json empty = assemble_with(caller, Json::object());
    CHECK(empty["messages"].empty());
    CHECK(empty["tokens"] == 0);
    append(caller, {system_prompt("Be brief."), user("one"), says("two"), user("three")});
    CHECK(assembled(caller) ==
          Texts{"system: Be brief.", "user: one", "assistant: two", "user: three"});
    const Json reply = assemble_with(caller, {{"explain", "runs"}});
    CHECK(reply["counter"] == "estimate");
    CHECK(reply["ids"].size() == 4);
    CHECK(reply["counts"]["tail"] == 1);
}

TEST_CASE("D12 D16 parallel calls are one message, their results in order behind it") {
    Caller caller;
    append(caller, {user("q"), says("looking"), calls("k2"), calls("k3"), result("k3", "three"),
                    result("k2", "two"), says("done"), user("next")});
    const Json reply = assemble_with(caller, Json::object());
    REQUIRE(reply["messages"].size() == 6);
    CHECK(reply["messages"][1]["tool_calls"].size() == 2);
    CHECK(reply["messages"][2]["content"] == "two");
    CHECK(reply["messages"][3]["content"] == "three");
    CHECK(reply["ids"][1].size() == 3);
}

TEST_CASE("D17 a node explained by itself tells how much it was wanted") {
    Caller caller;
    append(caller, {user("old"), says("old answer"), user("the harbor"), says("it is in Oslo"),
                    user("new"), says("new answer")});
    const auto scores = [&](const Json& args) {
        std::vector<double> out;
        const Json reply = assemble_with(caller, args);
        for (const Json& one : reply["explain"])
            out.push_back(one.at("score").get<double>());
        return out;
    };
    const std::vector<double> by_age =
        scores({{"strategy", "recency"}, {"explain", "ids"}, {"max_tokens", 4000}});
    CHECK(by_age == std::vector<double>{.333, .333, .667, .667, 1, 1});
    const std::vector<double> asked = scores(
        {{"strategy", "relevance"}, {"query", "harbor"}, {"explain", "ids"}, {"max_tokens", 12}});
    CHECK(asked[2] == Approx(.95 + .05 * 2 / 3).margin(.001));
    CHECK(asked[4] == Approx(.05).margin(.001));
    const Json run = assemble_with(caller, {{"explain", "runs"}, {"max_tokens", 4000}});
    CHECK(run["explain"][0]["n"] == 4);
    CHECK_FALSE(run["explain"][0].contains("score"));
}

TEST_CASE("D16 an open call is left out with its reason") {
    Caller caller;
    append(caller, {user("q"), calls("k1"), calls("k2"), result("k1", "one")});
    const Json reply = assemble_with(caller, Json::object());
    CHECK(reply["messages"].size() == 1);
    CHECK(reply["counts"]["orphan_tool"] == 3);
}

TEST_CASE("G04 the budget is a cap, and what is left out is told") {
    Caller caller;
    append(caller, {user("short"), says("answer"), calls("k1", std::string(20'000, 'x')),
                    result("k1", ""), user(long_text("newest", 20'000))});
    for (const int budget : {0, 10, 50, 500, 5000}) {
        const Json reply =
            assemble_with(caller, {{"max_tokens", budget}, {"reserve", 20}, {"explain", "ids"}});
        CHECK(reply["tokens"] <= std::max(0, budget - 20));
        CHECK(reply["explain"].size() == 5);
        std::int64_t included = 0, left_out = 0;
        for (const Json& one : reply["explain"]) {
            const std::string reason = one["reason"];
            (reason == "over_budget" ? left_out : included) += one["tokens"].get<std::int64_t>();
        }
        CHECK(left_out > 1000);
        const auto n = static_cast<std::int64_t>(reply["messages"].size());
        CHECK(reply["tokens"] == (n == 0 ? 0 : included + 4 * n + 3));
    }
    CHECK(caller.refusal("thread_assemble", {{"max_tokens", -1}}).problems[0].path ==
          "/max_tokens");
}

TEST_CASE("D15 pins are shown or refused with the size that does") {
    Caller caller;
    const Texts ids = append(caller, {user(long_text("pinned", 80)), says("a"), user("b")});
    const Json pins = Json::array({ids[0]});
    const store::Error refused =
        caller.refusal("thread_assemble", {{"max_tokens", 50}, {"reserve", 10}, {"pins", pins}});
    CHECK(refused.code == store::Code::limit);
    const int needed = std::stoi(refused.problems[0].send);
    const Json fits =
        assemble_with(caller, {{"max_tokens", needed}, {"reserve", 10}, {"pins", pins}});
    CHECK(fits["ids"][0][0] == ids[0]);
    CHECK(caller
              .refusal("thread_assemble",
                       {{"max_tokens", needed - 1}, {"reserve", 10}, {"pins", pins}})
              .problems[0]
              .reason == "budget_exceeded");
}

TEST_CASE("G07 a summary takes the place of its members, nothing else") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 1; i <= 10; ++i)
        nodes.push_back(i % 2 == 1 ? user(long_text("n" + std::to_string(i), 60))
                                   : says(long_text("n" + std::to_string(i), 60)));
    const Texts ids = append(caller, nodes);
    const Json made =
        caller.fields("thread_summarize", {{"span", {ids[1], ids[4]}}, {"text", "short"}});
    CHECK(made["members"] == 4);
    const std::int64_t all = assemble_with(caller, {{"max_tokens", 100'000}})["tokens"];
    CHECK(assembled(caller, {{"max_tokens", 100'000}}).size() == 10);
    const Texts seven = assembled(caller, {{"max_tokens", all * 7 / 10}, {"strategy", "recency"}});
    REQUIRE(seven.size() == 7);
    CHECK(seven[0].starts_with("user: n1 "));
    CHECK(seven[1] == "system: [summary of 4 messages] short");
    CHECK(seven[2].starts_with("assistant: n6 "));
    const store::Error wrong =
        caller.refusal("thread_summarize", {{"span", {ids[4], ids[1]}}, {"text", "x"}});
    CHECK(wrong.problems[0].reason == "wrong_order");
    CHECK(wrong.problems[0].message.find(ids[1] + ", " + ids[4]) != std::string::npos);
}

TEST_CASE("G09 a retracted node comes back by no path, and the old version keeps it") {
    Caller caller;
    const Texts ids =
        append(caller, {user("p0"), says("budget is 40k canary-5512"), user("go on")});
    caller.call("thread_branch", {{"op", "create"}, {"name", "b"}});
    append(caller, {with(says("see there"), "transclude", Json::array({ids[1]}))}, "b");
    caller.call("thread_summarize",
                {{"span", {ids[0], ids[1]}}, {"text", "The budget is canary-5512."}});
    CHECK(caller.text("thread_assemble", {{"branch", "b"}}).find("canary-5512\n```") !=
          std::string::npos);
    const Json retracted =
        caller.fields("thread_retract", {{"ids", {ids[1]}}, {"reason", "false"}});
    CHECK(retracted["inactive"] == Json::array({ids[1]}));
    CHECK(retracted["stale_summaries"].size() == 1);
    const Json merged =
        caller.fields("thread_branch", {{"op", "merge"}, {"name", "b"}, {"strategy", "both"}});
    for (const int budget : {100'000, 60}) {
        const std::string text = caller.text("thread_assemble", {{"max_tokens", budget}});
        CHECK(text.find("canary") == std::string::npos);
        CHECK(text.find("[retracted]") != std::string::npos);
    }
    CHECK(assemble_with(caller, Json::object())["counts"]["superseded_by"] == 1);
    CHECK(caller.text("thread_log", {{"at", "v2"}}).find("canary") != std::string::npos);
}

TEST_CASE("W24 what was retracted and restored reads as before") {
    Caller caller;
    const Texts ids =
        append(caller, {user("a"), calls("k"), result("k", "r"), says("b"), user("c")});
    const Texts before = assembled(caller);
    const Json gone = caller.fields("thread_retract", {{"ids", {ids[2]}}, {"reason", "no"}});
    CHECK(gone["inactive"].size() == 2);  // the call goes along
    CHECK(assembled(caller).size() == before.size() - 2);
    const Json back = caller.fields("thread_retract", {{"ids", {ids[2]}}, {"restore", true}});
    CHECK(back["restored"].size() == 2);
    CHECK(assembled(caller) == before);
    CHECK(caller.fields("thread_retract", {{"ids", {ids[2]}}})["inactive"].size() == 2);
    const Json again = caller.fields("thread_retract", {{"ids", {ids[2]}}});
    CHECK(again["note"] == "inactive already: nothing was stored");
}

TEST_CASE("a chain of replacements shows the last one, in the place of the first") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("one"), user("b")});
    const Texts second = append(caller, {with(says("two"), "supersedes", Json::array({ids[1]}))});
    append(caller, {with(says("three"), "supersedes", Json::array({second[0]}))});
    CHECK(assembled(caller) == Texts{"user: a", "assistant: three", "user: b"});
}

TEST_CASE("D9 a cascade takes the exchange along, or names why it can't") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("b"), user("c"), says("d")});
    const store::Error refused =
        caller.refusal("thread_retract", {{"ids", {ids[1]}}, {"cascade", "exclusive"}});
    CHECK(refused.problems[0].message.find("try: answers") != std::string::npos);
    CHECK(
        caller.fields("thread_retract", {{"ids", {ids[0]}}, {"cascade", "answers"}})["inactive"] ==
        Json::array({ids[0], ids[1]}));
    const Json marked =
        caller.fields("thread_retract", {{"ids", {ids[2]}}, {"cascade", "mark_stale"}});
    CHECK(marked["stale"] == Json::array({ids[3]}));
    CHECK(caller.fields("thread_log", {{"id", ids[3]}})["nodes"][0]["state"] == "stale");
    CHECK(assembled(caller) == Texts{"assistant: d"});
}

TEST_CASE("branches that grew in turn are assembled each as it stands") {
    Caller caller;
    append(caller, {user("root")});
    caller.call("thread_branch", {{"op", "create"}, {"name", "b"}});
    std::map<std::string, Texts> said{{"main", {"user: root"}}, {"b", {"user: root"}}};
    for (int round = 0; round < 60; ++round)
        for (auto& [branch, texts] : said) {
            Json nodes = Json::array();
            for (int i = 0; i < 9 + round % 7; ++i) {
                const std::string text = branch + std::to_string(round) + "-" + std::to_string(i);
                nodes.push_back(i % 2 == 0 ? user(text) : says(text));
                texts.push_back((i % 2 == 0 ? "user: " : "assistant: ") + text);
            }
            append(caller, nodes, branch);
        }
    for (const auto& [branch, texts] : said)
        CHECK(assembled(caller, {{"branch", branch}, {"max_tokens", 1'000'000}}) == texts);
}

TEST_CASE("D13 a query brings back the last old exchange about it") {
    Caller caller;
    for (int i = 0; i < 200; ++i) {
        const bool about = i == 17 || i == 41;
        append(caller, {user((about ? "the lighthouse keeper " : "the ship ") + std::to_string(i)),
                        says(long_text("aye", 20))});
    }
    const auto holds = [](const Texts& texts, const std::string& text) {
        return std::find(texts.begin(), texts.end(), text) != texts.end();
    };
    const auto shown = [&](const char* strategy, int max_tokens) {
        return assembled(
            caller,
            {{"strategy", strategy}, {"query", "lighthouse keeper"}, {"max_tokens", max_tokens}});
    };
    const Texts two = shown("relevance", 100);
    CHECK(holds(two, "user: the lighthouse keeper 41"));
    CHECK_FALSE(holds(two, "user: the lighthouse keeper 17"));
    CHECK(holds(two, "user: the ship 199"));
    CHECK(holds(shown("relevance", 150), "user: the lighthouse keeper 17"));
    CHECK_FALSE(holds(shown("recency", 150), "user: the lighthouse keeper 41"));
}
