#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

using namespace tests;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

constexpr std::array strategies{"recency", "priority_weighted", "knapsack", "relevance"};

struct Chance {
    std::mt19937 random;

    std::size_t below(std::size_t n) { return random() % n; }

    std::int64_t tokens(std::size_t n) { return static_cast<std::int64_t>(below(n)); }

    const std::string& one_of(const Texts& texts) { return texts[below(texts.size())]; }

    /// A text that begins with a word of its own.
    std::string words(const std::string& start, std::size_t most) {
        std::string out = start;
        for (std::size_t n = below(most); n > 0; --n)
            out += " harbor";
        return out;
    }
};

Json context(Caller& caller, Json args, std::int64_t max_tokens) {
    args["max_tokens"] = max_tokens;
    return caller.fields("thread_assemble", args);
}

/// Ids of the nodes in a context, in order.
Texts shown_ids(const Json& reply) {
    Texts out;
    for (const Json& message : reply["ids"])
        for (const Json& id : message)
            out.push_back(id);
    return out;
}

/// Nodes by why they are in or out of a context that was explained one by one.
std::map<std::string, Json> reasons(const Json& reply) {
    std::map<std::string, Json> out;
    for (const Json& one : reply["explain"])
        out[one["from"].get<std::string>()] = one;
    return out;
}

/// Turns of a question, calls with their results, and an answer.
Texts random_chat(Caller& caller, Chance& chance, int turns) {
    Texts ids;
    for (int turn = 0; turn < turns; ++turn) {
        const std::string name = std::to_string(turn);
        Json nodes = {user(chance.words("u" + name, 50))};
        const std::size_t n = chance.below(3);
        for (std::size_t k = 0; k < n; ++k)
            nodes.push_back(calls(name + "-" + std::to_string(k)));
        for (std::size_t k = 0; k < n; ++k)
            nodes.push_back(result(name + "-" + std::to_string(k), chance.words("r", 30)));
        nodes.push_back(says(chance.words("s" + name, 50)));
        const Texts more = append(caller, nodes);
        ids.insert(ids.end(), more.begin(), more.end());
    }
    return ids;
}

/// A list of messages as OpenAI's clients keep it, results in any order.
Json random_history(Chance& chance, int turns) {
    const Texts arguments = {"{}", R"({"x": 1,  "y":[2]})", "not json", "", R"("\u00e9")"};
    Json out = Json::array();
    for (int turn = 0; turn < turns; ++turn) {
        out.push_back({{"role", "user"}, {"content", chance.words("q" + std::to_string(turn), 4)}});
        Json made = Json::array();
        std::vector<Json> results;
        for (std::size_t k = chance.below(4); k > 0; --k) {
            const std::string id = std::to_string(turn) + "-" + std::to_string(k);
            made.push_back(
                {{"id", id},
                 {"type", "function"},
                 {"function", {{"name", "look"}, {"arguments", chance.one_of(arguments)}}}});
            results.push_back(
                {{"role", "tool"}, {"tool_call_id", id}, {"content", chance.words("", 3)}});
        }
        std::shuffle(results.begin(), results.end(), chance.random);
        Json asks = {{"role", "assistant"}, {"content", nullptr}};
        if (chance.below(2) == 0) asks["content"] = "I look.";
        asks["tool_calls"] = made;
        if (!made.empty()) out.push_back(asks);
        for (Json& one : results)
            out.push_back(std::move(one));
        out.push_back({{"role", "assistant"}, {"content", chance.words("a", 4)}});
    }
    return out;
}

/// What comes back in a format after a list went in, members sorted.
nlohmann::json through(const Json& messages, const char* format) {
    Caller caller;
    caller.call("thread_import", {{"messages", messages}});
    const Json reply = caller.fields("thread_export", {{"format", format}});
    return nlohmann::json::parse(reply["text"].get<std::string>());
}

}  // namespace

TEST_CASE("W3 W32 what is retracted, its reason and its summaries are in no context") {
    Chance chance{std::mt19937(11)};
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        Texts ids;
        for (int i = 0; i < 12; ++i)
            ids.push_back(
                append(caller, {i % 2 == 0 ? user("canary" + std::to_string(i) + "!")
                                           : says("canary" + std::to_string(i) + "!")})[0]);
        std::map<std::string, Texts> summaries;
        for (int i = 0; i < 4; ++i) {
            const std::size_t from = chance.below(10);
            const std::string text = "summary" + std::to_string(i) + "!";
            caller.call("thread_summarize", {{"span", {ids[from], ids[from + 2]}}, {"text", text}});
            summaries[text] = {ids.begin() + static_cast<std::ptrdiff_t>(from),
                               ids.begin() + static_cast<std::ptrdiff_t>(from) + 3};
        }
        append(caller, {with(says("see"), "transclude", Json::array({chance.one_of(ids)}))});
        std::set<std::string> gone;
        for (int i = 0; i < 3; ++i) {
            const std::string id = chance.one_of(ids);
            caller.call("thread_retract", {{"ids", {id}}, {"reason", "because-of-this"}});
            gone.insert(id);
        }
        for (const char* strategy : strategies)
            for (const std::int64_t budget : {40, 70, 120, 4000}) {
                const Json args = {{"strategy", strategy}, {"query", "canary"}};
                const std::string all = context(caller, args, budget)["messages"].dump();
                CHECK(all.find("because-of-this") == std::string::npos);
                for (std::size_t i = 0; i < ids.size(); ++i)
                    if (gone.count(ids[i]) > 0)
                        CHECK(all.find("canary" + std::to_string(i) + "!") == std::string::npos);
                for (const auto& [text, members] : summaries)
                    if (std::any_of(members.begin(), members.end(),
                                    [&](const std::string& id) { return gone.count(id) > 0; }))
                        CHECK(all.find(text) == std::string::npos);
            }
    }
}

TEST_CASE("W4 parents stand before children, and a branch in one piece") {
    Chance chance{std::mt19937(12)};
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        append(caller, {user("base"), says("fork")});
        for (const char* branch : {"x", "y"})
            caller.call("thread_branch", {{"op", "create"}, {"name", branch}});
        std::map<std::string, std::string> branch_of;
        for (std::size_t n = 4 + chance.below(12); n > 0; --n) {
            const std::string branch = chance.below(2) == 0 ? "x" : "y";
            branch_of[append(caller, {user(branch + std::to_string(n))}, branch)[0]] = branch;
        }
        caller.call("thread_branch", {{"op", "merge"}, {"name", "x"}});
        caller.call("thread_branch", {{"op", "merge"}, {"name", "y"}});
        append(caller, {user("after")});
        const Json reply = context(caller, Json::object(), 100'000);
        const Texts shown = shown_ids(reply);
        REQUIRE(shown.size() == branch_of.size() + 3);
        CHECK(reply["messages"].back()["content"] == "after");
        std::size_t changes = 0;
        for (std::size_t i = 1; i < shown.size(); ++i)
            changes += branch_of[shown[i]] == branch_of[shown[i - 1]] ? 0 : 1;
        std::set<std::string> used;
        for (const auto& [id, branch] : branch_of)
            if (!branch.empty()) used.insert(branch);
        CHECK(changes == used.size() + 1);
        std::map<std::string, std::size_t> place;
        for (std::size_t i = 0; i < shown.size(); ++i)
            place[shown[i]] = i;
        for (const std::string& id : shown) {
            const Json above = caller.fields(
                "thread_walk", {{"op", "ancestors"}, {"id", id}, {"types", {"causal"}}});
            for (const Json& parent : above["nodes"])
                REQUIRE(place.at(parent["id"]) < place.at(id));
        }
    }
}

TEST_CASE("W5 links made in another order give the same context") {
    Chance chance{std::mt19937(13)};
    for (int round = 0; round < 8; ++round) {
        Caller one, other;
        const Json nodes = {user("a"), says("b"), user("c"), says("d"), user("e"), says("f")};
        const Texts ids = append(one, nodes);
        REQUIRE(append(other, nodes) == ids);
        std::vector<Json> links;
        for (std::size_t i = 1; i < ids.size(); ++i)
            links.push_back(
                {{"from", ids[i]}, {"type", "transclude"}, {"to", ids[chance.below(i)]}});
        for (const Json& link : links)
            one.call("thread_link", link);
        std::shuffle(links.begin(), links.end(), chance.random);
        for (const Json& link : links)
            other.call("thread_link", link);
        for (const std::int64_t budget : {60, 4000})
            CHECK(context(one, Json::object(), budget)["messages"].dump() ==
                  context(other, Json::object(), budget)["messages"].dump());
    }
}

TEST_CASE("W8 pins are shown, or refused with the least size that shows them") {
    Chance chance{std::mt19937(14)};
    int refused = 0;
    for (int round = 0; round < 30; ++round) {
        Caller caller;
        const Texts ids = random_chat(caller, chance, 5);
        const std::string pin = chance.one_of(ids);
        const Json args = {{"pins", {pin}},
                           {"reserve", chance.tokens(40)},
                           {"strategy", strategies[chance.below(strategies.size())]},
                           {"query", "harbor"}};
        const auto shows = [&](std::int64_t budget) {
            const Texts shown = shown_ids(context(caller, args, budget));
            return std::find(shown.begin(), shown.end(), pin) != shown.end();
        };
        const std::int64_t budget = chance.tokens(160);
        bool there = true;
        try {
            there = shows(budget);
        } catch (const store::Error& error) {
            ++refused;
            REQUIRE(error.problems[0].reason == "budget_exceeded");
            const std::int64_t least = std::stoll(error.problems[0].send);
            REQUIRE(least > budget);
            there = shows(least);
            CHECK_THROWS_AS(context(caller, args, least - 1), store::Error);
        }
        CHECK(there);
    }
    CHECK(refused > 3);
}

TEST_CASE("W9 what leads and the last exchange are shown wherever they alone fit") {
    Chance chance{std::mt19937(15)};
    for (int round = 0; round < 15; ++round) {
        Caller caller, alone;
        const Json leads = system_prompt(chance.words("Be brief.", 30));
        append(caller, {leads});
        random_chat(caller, chance, 4);
        const Json last = {user(chance.words("last", 60)), calls("z"),
                           result("z", chance.words("found", 60)), says(chance.words("done", 60))};
        append(caller, last);
        append(alone, {leads});
        append(alone, last);
        const Json wanted = context(alone, Json::object(), 100'000);
        for (const char* strategy : strategies) {
            const Json reply = context(caller, {{"strategy", strategy}, {"query", "harbor"}},
                                       wanted["tokens"].get<std::int64_t>());
            CHECK(reply["messages"].dump() == wanted["messages"].dump());
        }
    }
}

TEST_CASE("W7 W10 by recency more room shows no less, and no question without its answer") {
    Chance chance{std::mt19937(16)};
    for (int round = 0; round < 15; ++round) {
        Caller caller;
        Texts ids;
        for (int turn = 0; turn < 8; ++turn)
            for (const std::string& id :
                 append(caller, {user("u harbor harbor"), says("s harbor")}))
                ids.push_back(id);
        const Json args = {{"strategy", "recency"}, {"explain", "ids"}};
        std::size_t before = 0;
        for (std::int64_t budget = 0; budget < 200; budget += 1 + chance.tokens(12)) {
            const Json reply = context(caller, args, budget);
            const auto why = reasons(reply);
            const std::int64_t left =
                reply["available"].get<std::int64_t>() - reply["tokens"].get<std::int64_t>();
            std::size_t in = 0;
            for (std::size_t i = 0; i < ids.size(); i += 2) {
                const bool asked = why.at(ids[i])["reason"] != "over_budget";
                const bool answered = why.at(ids[i + 1])["reason"] != "over_budget";
                in += (asked ? 1U : 0U) + (answered ? 1U : 0U);
                if (asked && !answered)
                    REQUIRE(why.at(ids[i + 1])["tokens"].get<std::int64_t>() + 4 > left);
            }
            REQUIRE(in >= before);
            before = in;
        }
        REQUIRE(before == ids.size());
    }
}

TEST_CASE("W11 W12 random histories come back as they were, and grow by what is new") {
    Chance chance{std::mt19937(19)};
    for (int round = 0; round < 25; ++round) {
        const Json before = random_history(chance, 3);
        CHECK(through(before, "openai") == nlohmann::json(before));
        const nlohmann::json other = through(before, "anthropic");
        CHECK(through(Json(other), "anthropic") == other);
        Caller caller;
        const Json first = caller.fields("thread_import", {{"messages", before}});
        CHECK(caller.fields("thread_import", {{"messages", before}})["new"] == 0);
        Json after = before;
        after.push_back({{"role", "user"}, {"content", "more"}});
        after.push_back({{"role", "assistant"}, {"content", "there"}});
        const Json second = caller.fields("thread_import", {{"messages", after}});
        CHECK(second["new"] == 2);
        CHECK(second["nodes"].get<int>() == first["nodes"].get<int>() + 2);
    }
}

TEST_CASE("W24 a restored node reads as before, in every budget") {
    Chance chance{std::mt19937(20)};
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        const Texts ids = random_chat(caller, chance, 4);
        const auto said = [&](std::int64_t budget) {
            return context(caller, {{"strategy", "recency"}}, budget)["messages"].dump();
        };
        const std::vector<std::string> before{said(60), said(150), said(4000)};
        const std::string id = chance.one_of(ids);
        caller.call("thread_retract", {{"ids", {id}}, {"reason", "no"}});
        CHECK(said(4000) != before[2]);
        caller.call("thread_retract", {{"ids", {id}}, {"restore", true}});
        CHECK(std::vector<std::string>{said(60), said(150), said(4000)} == before);
    }
}

TEST_CASE("W15 W16 ids come from content and parents alone, and said again nothing is stored") {
    Chance chance{std::mt19937(17)};
    for (int round = 0; round < 10; ++round) {
        std::vector<std::vector<std::size_t>> parents(10);
        for (std::size_t i = 1; i < parents.size(); ++i)
            for (std::size_t n = chance.below(3); n > 0; --n)
                parents[i].push_back(chance.below(i));
        std::vector<Texts> ids;
        for (int store = 0; store < 2; ++store) {
            Caller caller;
            caller.wait(store * 86'400'000);
            Texts made;
            Json nodes = Json::array();
            for (std::size_t i = 0; i < parents.size(); ++i) {
                Json above = Json::array();
                for (const std::size_t parent : parents[i])
                    above.push_back(made[parent]);
                if (store == 1) std::reverse(above.begin(), above.end());
                nodes.push_back(with(says("n" + std::to_string(i)), "parents", above));
                made.push_back(append(caller, {nodes.back()})[0]);
            }
            const Json again = caller.fields("thread_append", {{"nodes", nodes}});
            CHECK(again["ids"] == Json(made));
            CHECK(again["duplicates"].size() == made.size());
            CHECK(again["version"] == "v" + std::to_string(made.size()));
            ids.push_back(std::move(made));
        }
        CHECK(ids[0] == ids[1]);
    }
}

TEST_CASE("W19 every version reads as it did when it was made") {
    Chance chance{std::mt19937(18)};
    for (int round = 0; round < 6; ++round) {
        Caller caller;
        std::map<std::string, std::string> then;
        Texts ids = append(caller, {user("a"), says("b")});
        for (int i = 0; i < 25; ++i) {
            const std::size_t what = chance.below(4);
            if (what == 0)
                caller.call("thread_retract",
                            {{"ids", {chance.one_of(ids)}}, {"restore", chance.below(2) == 0}});
            else if (what == 1)
                caller.call("thread_link", {{"from", ids.back()},
                                            {"type", "embeds"},
                                            {"weight", .5},
                                            {"to", chance.one_of(ids)}});
            else
                ids.push_back(append(caller, {user("n" + std::to_string(i))})[0]);
            const Json now = caller.fields("thread_log", Json::object());
            then[now["version"]] = now["nodes"].dump();
        }
        for (const auto& [version, nodes] : then)
            CHECK(caller.fields("thread_log", {{"at", version}})["nodes"].dump() == nodes);
    }
}
