#include "tests/support/catch.hpp"
#include "tests/support/chance.hpp"

#include <array>

using namespace tests;
using tools::Json;

namespace {

constexpr std::array strategies{"recency", "priority_weighted", "knapsack", "relevance"};

/// Exchanges of one size, and how many nodes of them a budget shows or covers by recency.
struct Even {
    Caller caller;
    Texts ids;

    Even() {
        for (int turn = 0; turn < 10; ++turn)
            for (const std::string& id :
                 append(caller, {user("u harbor harbor"), says("s harbor")}))
                ids.push_back(id);
    }

    std::size_t reached(std::int64_t budget) {
        const Json reply = context(caller, {{"strategy", "recency"}, {"explain", "ids"}}, budget);
        const auto why = reasons(reply);
        const auto in = std::count_if(ids.begin(), ids.end(), [&](const std::string& id) {
            return why.at(id)["reason"] != "over_budget";
        });
        return static_cast<std::size_t>(in);
    }
};

}  // namespace

TEST_CASE("W8 pins are shown, or refused with the least size that shows them") {
    Chance chance(14);
    int refused = 0;
    for (int round = 0; round < 30; ++round) {
        Caller caller;
        const Texts ids = random_chat(caller, chance, 5).ids;
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
    Chance chance(15);
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

TEST_CASE("W7 by recency more room never shows or covers less") {
    Chance chance(16);
    for (std::size_t round = 0; round < 12; ++round) {
        Even even;
        // Where all but one of a summary's four fit themselves it stays out (D15).
        const std::size_t summaries = round % 4;
        for (std::size_t n = 0; n < summaries; ++n) {
            const std::size_t from = 2 * chance.below(8);
            even.caller.call("thread_summarize", {{"span", {even.ids[from], even.ids[from + 3]}},
                                                  {"text", "s" + std::to_string(n)}});
        }
        std::size_t before = 0;
        for (std::int64_t budget = 0; budget < 260; budget += 1 + chance.tokens(8)) {
            const std::size_t in = even.reached(budget);
            INFO("round " << round << ", budget " << budget);
            REQUIRE(in + summaries >= before);
            before = std::max(in, before);
        }
        REQUIRE(before == even.ids.size());
        REQUIRE(even.reached(400) == even.ids.size());
    }
}

TEST_CASE("W10 by recency no question is without its answer where that fits") {
    Chance chance(25);
    int apart = 0;
    for (int round = 0; round < 15; ++round) {
        Caller caller;
        std::vector<Texts> turns;
        for (int turn = 0; turn < 8; ++turn)
            turns.push_back(
                append(caller, {user(chance.words("u", 50)), says(chance.words("s", 50))}));
        for (std::int64_t budget = 0; budget < 600; budget += 1 + chance.tokens(40)) {
            const Json reply =
                context(caller, {{"strategy", "recency"}, {"explain", "ids"}}, budget);
            const auto why = reasons(reply);
            const std::int64_t left =
                reply["available"].get<std::int64_t>() - reply["tokens"].get<std::int64_t>();
            for (const Texts& turn : turns) {
                const Json &asked = why.at(turn[0]), &answered = why.at(turn[1]);
                if (asked["reason"] == "over_budget" || answered["reason"] != "over_budget")
                    continue;
                ++apart;
                REQUIRE(answered["tokens"].get<std::int64_t>() + 4 > left);
            }
        }
    }
    CHECK(apart > 0);
}

TEST_CASE("W24 a restored node reads as before, in every budget") {
    Chance chance(20);
    const Texts cascades = {"none", "answers", "mark_stale"};
    for (int round = 0; round < 20; ++round) {
        Caller caller;
        const Texts ids = random_chat(caller, chance, 4).ids;
        const auto said = [&](std::int64_t budget) {
            return context(caller, {{"strategy", "recency"}}, budget)["messages"].dump();
        };
        const std::vector<std::string> before{said(60), said(150), said(4000)};
        const std::string id = chance.one_of(ids);
        caller.call("thread_retract",
                    {{"ids", {id}}, {"reason", "no"}, {"cascade", chance.one_of(cascades)}});
        CHECK(said(4000) != before[2]);
        caller.call("thread_retract", {{"ids", {id}}, {"restore", true}});
        CHECK(std::vector<std::string>{said(60), said(150), said(4000)} == before);
    }
}
