#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"

#include <algorithm>
#include <string>
#include <vector>

using tests::Caller;
using tests::episode;
using tests::fact;
using tools::Json;

namespace {

constexpr const char* create_episode = "create_longterm_memory";
constexpr const char* search_memory = "search_longterm_memory";

Json stating(Json fact, const std::string& statement) {
    fact["statement"] = statement;
    return fact;
}

std::vector<std::string> statements(Caller& caller, const Json& arguments) {
    std::vector<std::string> out;
    const Json reply = caller.fields(search_memory, arguments);
    for (const Json& hit : reply["hits"])
        out.push_back(hit["statement"]);
    return out;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

const std::string berth = "The Albatross lies at Pier 9.";
const std::string other = "The Cormorant carries timber.";

Json berth_facts() {
    return episode({stating(fact("Albatross", "lies_at", "Pier 9"), berth),
                    stating(fact("Cormorant", "carries", "timber"), other)});
}

Json berth_pattern() {
    Json out = episode({stating(fact("ship", "lies_at", "pier"), "A vessel is moored somewhere.")},
                       "Ontology of ships");
    out["kind"] = "ontology";
    return out;
}

}  // namespace

TEST_CASE("LM9 a pattern's statement finds the facts of its predicate, whichever came first") {
    const bool pattern_first = GENERATE(true, false);
    Caller caller;
    if (pattern_first) caller.call(create_episode, berth_pattern());
    caller.call(create_episode, berth_facts());
    CHECK((pattern_first || statements(caller, {{"query", "moored"}}).empty()));
    std::string uuid;
    if (!pattern_first) caller.call(create_episode, berth_pattern());
    CHECK(has(statements(caller, {{"query", "moored vessel"}}), berth));
    CHECK_FALSE(has(statements(caller, {{"query", "moored vessel"}}), other));
    CHECK(statements(caller, {{"query", "moored vessel"}, {"kind", "facts"}}) ==
          std::vector<std::string>{berth});
}

TEST_CASE("LM9 a forgotten pattern leads to no fact") {
    Caller caller;
    caller.call(create_episode, berth_facts());
    const Json pattern = caller.fields(create_episode, berth_pattern());
    caller.call("forget_longterm_memory", {{"episode_uuid", pattern["episode_uuid"]},
                                           {"mode", GENERATE("retire", "erase")},
                                           {"reason", "wrong"}});
    CHECK(statements(caller, {{"query", "moored vessel"}}).empty());
}

TEST_CASE("LM10 what hangs on a hit by a name comes along behind it and says why") {
    Caller caller;
    for (const Json& one :
         {stating(fact("Harbor Gateway", "owned_by", "Team Heron"),
                  "Harbor Gateway is owned by Team Heron."),
          stating(fact("Team Heron", "sits_in", "Oslo"), "Team Heron sits in Oslo."),
          stating(fact("Oslo", "lies_by", "the fjord"), "Oslo lies by the fjord."),
          stating(fact("Cormorant", "carries", "timber"), other)})
        caller.call(create_episode, episode({one}));
    const Json query = {{"query", "Who owns the Harbor Gateway?"}};
    const Json reply = caller.fields(search_memory, query);
    REQUIRE(reply["hits"].size() == 3);
    CHECK(reply["hits"][0]["statement"] == "Harbor Gateway is owned by Team Heron.");
    CHECK_FALSE(reply["hits"][0].contains("via"));
    CHECK(reply["hits"][1]["statement"] == "Team Heron sits in Oslo.");
    CHECK(reply["hits"][1]["via"] == "Team Heron");
    CHECK(reply["hits"][2]["statement"] == "Oslo lies by the fjord.");
    CHECK(reply["hits"][2]["via"] == "Oslo");
    CHECK(caller.text(search_memory, query).find("sits_in, by way of Team Heron: \"Team") !=
          std::string::npos);
    Json one = query;
    one["limit"] = 1;
    CHECK(statements(caller, one).size() == 1);
    one["limit"] = 5;
    one["source"] = "elsewhere.md";
    CHECK(statements(caller, one).empty());
}

TEST_CASE("LM10 neither crowded names nor values nor what ended lead on") {
    Caller caller;
    std::vector<Json> facts{fact("Gauge", "shows", "1200 mm"), fact("Well 7", "is_deep", "1200 mm"),
                            fact("Gauge", "made_in", "Norway")};
    for (int i = 0; i < 30; ++i)
        facts.push_back(fact("Ship " + std::to_string(i), "sails_to", "Norway"));
    facts.push_back(fact("Gauge", "mended_by", "Ines"));
    Json ended = tests::since("2001-01-01", fact("Ines", "lived_at", "the mill"));
    ended["invalid_at_iso"] = "2002-01-01";
    facts.push_back(ended);
    for (const Json& one : facts)
        caller.call(create_episode, episode({one}));
    for (const std::string& found : statements(caller, {{"query", "Gauge"}}))
        CHECK(found.find("Gauge") != std::string::npos);
}

TEST_CASE("LM11 fields stay within 1.5 times the text for sentences as people write them") {
    Caller caller;
    std::vector<Json> facts;
    for (int i = 0; i < 20; ++i)
        facts.push_back(tests::since(
            "2024-05-01", stating(fact("Berth " + std::to_string(i), "assigned_to", "ferry line"),
                                  "Berth " + std::to_string(i) +
                                      " was assigned to the northern ferry line that spring.")));
    caller.call(create_episode, episode(facts));
    for (const int limit : {1, 3, 10}) {
        const auto found = caller.call(search_memory, {{"query", "ferry"}, {"limit", limit}});
        CAPTURE(limit);
        CHECK(2 * found.structured.dump().size() <= 3 * found.text.size());
    }
}

TEST_CASE("LM5 the state tells how long the queue is and how old") {
    Caller caller;
    const auto state = [&] {
        return caller.fields("memory_status", Json::object())["dataspaces"][0];
    };
    CHECK_FALSE(state().contains("tail_age"));
    caller.call(create_episode, episode({fact("Pier", "holds", "grain")}));
    for (int i = 0; i < 5; ++i)
        caller.fields("memory_status", Json::object());
    CHECK(state()["tail"] == 1);
    CHECK(state()["tail_age"] == 7);
}
