#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"

#include <algorithm>
#include <string>
#include <vector>

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::since;
using tests::worded;
using tools::Json;

namespace {

constexpr const char* search_paged = "search_longterm_memory";

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A memory of so many episodes, each of so many facts that all hold the same words.
struct Bulk : Caller {
    Bulk(int episodes, int facts) {
        for (int i = 0; i < episodes; ++i) {
            std::vector<Json> list;
            for (int k = 0; k < facts; ++k) {
                const std::string part = std::to_string(i) + "-" + std::to_string(k);
                list.push_back(worded(fact("Crate " + part, "holds", "part " + part),
                                      "Crate " + part + " holds the bulk part " + part + "."));
            }
            call("create_longterm_memory", episode(list, "Bulk load " + std::string(1, letter(i))));
        }
    }

    static char letter(int i) { return static_cast<char>('a' + i); }

    /// The episodes of all pages in order.
    std::vector<std::string> pages(Json arguments) {
        std::vector<std::string> out;
        for (bool more = true; more && out.size() < 500; more = arguments.contains("cursor")) {
            const Json reply = fields(search_paged, arguments);
            for (const auto& [uuid, one] : reply["episodes"].items())
                out.push_back(uuid);
            arguments.erase("cursor");
            if (reply.contains("next_cursor")) arguments["cursor"] = reply["next_cursor"];
        }
        return out;
    }
};

}  // namespace

TEST_CASE("LM10 limit and cursor of episodes count episodes, each shown once") {
    Bulk memory(12, 40);
    const auto asked = GENERATE(Json{{"query", "bulk part"}}, Json{{"predicate", "holds"}});
    Json arguments = asked;
    arguments["kind"] = "episodes";
    arguments["limit"] = 3;
    const auto first = memory.call(search_paged, arguments);
    CHECK(first.structured["episodes"].size() == 3);
    CHECK(first.structured["next_cursor"] == "3");
    CHECK(has(first.text, ": 40 live facts\n"));
    auto all = memory.pages(arguments);
    CHECK(all.size() == 12);
    std::sort(all.begin(), all.end());
    CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
    arguments["limit"] = 100;
    arguments["max_tokens"] = 300;  // what has no room comes on the next page
    CHECK(memory.pages(arguments).size() == 12);
}

TEST_CASE("LM10 a number of further hits is told only where all of them were looked at") {
    Bulk many(6, 50);
    const auto all =
        many.text(search_paged, {{"query", "bulk part"}, {"limit", 10}, {"max_tokens", 5'000}});
    CHECK(has(all, "\nmore: send cursor 10\n"));
    CHECK(
        has(many.text(search_paged, {{"predicate", "holds"}, {"limit", 10}, {"max_tokens", 5'000}}),
            "\nmore: send cursor 10\n"));
    Bulk few(1, 12);
    CHECK(
        has(few.text(search_paged, {{"query", "bulk part"}, {"limit", 10}, {"max_tokens", 5'000}}),
            "\n2 more: send cursor 10\n"));
}

TEST_CASE("LM10 order time says that it sorts fifty hits and how to reach others") {
    Bulk memory(2, 40);
    const Json by_time{
        {"query", "bulk part"}, {"order", "time"}, {"limit", 30}, {"max_tokens", 5'000}};
    const std::string said = memory.text(search_paged, by_time);
    CHECK(has(said, "order time sorts only the 50 best hits"));
    CHECK(has(said, "valid_from_iso and valid_to_iso"));
    Json last = by_time;
    last["cursor"] = "30";
    const Json reply = memory.fields(search_paged, last);
    CHECK_FALSE(reply.contains("next_cursor"));
    CHECK(has(reply["noted"].dump(), "order time sorts only the 50 best hits"));
    CHECK(has(memory.text(search_paged, {{"predicate", "holds"}, {"order", "time"}}),
              "order time sorts only the 50 newest"));
    Bulk few(1, 12);
    CHECK_FALSE(has(few.text(search_paged, by_time), "order time sorts"));
}

TEST_CASE("LM10 the nearest stored name stands beside an unknown word") {
    Caller caller;
    caller.call(
        "create_longterm_memory",
        episode(
            {worded(fact("Lena Voss", "rides", "bicycle"), "Lena Voss rides a bicycle."),
             worded(fact("Lena Voss", "works_at", "Initech"), "Lena Voss works at Initech."),
             worded(fact("Lena Voss", "allergic_to", "pollen"), "Lena Voss is allergic to pollen."),
             worded(fact("Lena Voss", "lives_in", "Z\u00fcrich"),
                    "Lena Voss lives in Z\u00fcrich.")}));

    struct Case {
        const char *typo, *meant;
    };

    const auto one = GENERATE(Case{"bycicle", "bicycle"}, Case{"Initec", "Initech"},
                              Case{"zuerich", "Z\u00fcrich"}, Case{"wroks", "works_at"},
                              Case{"allergc", "allergic_to"});
    const std::string line =
        std::string("no stored fact has \"") + one.typo + "\"; nearest stored: " + one.meant;
    INFO(one.typo);
    CHECK(has(caller.text(search_paged, {{"query", std::string("Lena Voss ") + one.typo}}),
              line + "\n"));
    const auto alone = caller.call(search_paged, {{"query", one.typo}});
    CHECK(has(alone.text, line + ", searched instead\n"));
    REQUIRE(alone.structured["hits"].size() >= 1);
    CHECK(alone.structured["unknown_words"] == Json::array({one.typo}));
    CHECK(has(alone.structured["noted"].dump(), one.meant));
}

TEST_CASE("LM10 a number is no misspelling of another, a strange word of nothing") {
    Caller caller;
    caller.call("create_longterm_memory", episode({fact("Budget 2023", "limits", "Team Heron")}));
    CHECK(has(caller.text(search_paged, {{"query", "limits 2024"}}), "no stored fact has: 2024\n"));
    const Json reply = caller.fields(search_paged, {{"query", "lighthouse"}});
    CHECK(reply["hits"].empty());
    CHECK(reply["unknown_words"] == Json::array({"lighthouse"}));
}
