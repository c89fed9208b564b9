#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"
#include "tools/memory/polarity.hpp"

#include <string>
#include <vector>

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::since;
using tests::until;
using tests::worded;
using tools::Json;

namespace {

constexpr const char* create_meeting = "create_longterm_memory";

/// A memory where a ship has one berth at a time.
struct Harbor : Caller {
    Harbor() {
        Json pattern = episode({fact("ship", "berths_at", "pier")}, "Ontology of ships");
        pattern["kind"] = "ontology";
        pattern["facts"][0]["single"] = "object";
        call(create_meeting, pattern);
    }

    std::string store(const Json& one, const std::string& name = "Harbor log") {
        return fields(create_meeting, episode({one}, name))["episode_uuid"];
    }

    Json told(const Json& one, const std::string& name = "Second look") {
        return fields(create_meeting, episode({one}, name))["warnings"];
    }
};

std::vector<std::string> kinds(const Json& warnings) {
    std::vector<std::string> out;
    for (const Json& one : warnings)
        out.push_back(one["kind"]);
    return out;
}

using Kinds = std::vector<std::string>;

Json ends_of(const Json& warning) {
    return warning.contains("try") ? Json::parse(warning["try"].get<std::string>())["ends"]
                                   : Json::array();
}

bool says(const Json& warning, const std::string& part) {
    return warning["message"].get<std::string>().find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("LM7 a rival is found under another name of the subject") {
    Harbor harbor;
    harbor.store(fact("MV Albatross", "alias_of", "Albatross"), "Names of ships");
    const std::string old = harbor.store(since("2024-01-01", fact("Albatross", "berths_at", "P4")));
    const Json told = harbor.told(since("2025-01-01", fact("MV Albatross", "berths_at", "P5")));
    REQUIRE(kinds(told) == Kinds{"contradiction"});
    CHECK(ends_of(told[0])[0]["fact"] == old + "#0");
    CHECK(kinds(harbor.told(since("2024-01-01", fact("MV Albatross", "berths_at", "P4")),
                            "Third look"))[0] == "duplicate");
}

TEST_CASE("LM7 a rival is told beside the same fact at another time") {
    Harbor harbor;
    harbor.store(until("2022-01-01", since("2020-01-01", fact("Albatross", "berths_at", "P4"))));
    harbor.store(since("2023-01-01", fact("Albatross", "berths_at", "P5")), "Harbor log, later");
    const Json told = harbor.told(since("2024-01-01", fact("Albatross", "berths_at", "P4")));
    CHECK(kinds(told) == Kinds{"other_time", "contradiction"});
}

TEST_CASE("LM7 up to three rivals are named and all of them counted") {
    Harbor harbor;
    for (int i = 1; i <= 5; ++i)
        harbor.store(since("2024-0" + std::to_string(i),
                           fact("Albatross", "berths_at", "P" + std::to_string(i))),
                     "Harbor log " + std::string(1, static_cast<char>('a' + i)));
    const Json told = harbor.told(since("2025-01-01", fact("Albatross", "berths_at", "P9")));
    REQUIRE(kinds(told) == Kinds{"contradiction"});
    CHECK(says(told[0], "berths_at P5, since 2024-05; "));
    CHECK(says(told[0], "berths_at P3"));
    CHECK_FALSE(says(told[0], "berths_at P2"));
    CHECK(says(told[0], "2 more (5 in all)"));
    CHECK(ends_of(told[0]).size() == 3);
}

TEST_CASE("LM7 other values of one call, or of a pattern with many, are no warning") {
    Harbor harbor;
    const Json one_call =
        harbor.fields(create_meeting,
                      episode({fact("Pier 4", "offers", "water"), fact("Pier 4", "offers", "power"),
                               fact("Pier 4", "offers", "crane")}));
    CHECK(one_call["warnings"].empty());
    CHECK(kinds(harbor.told(fact("Pier 4", "offers", "fuel"))) == Kinds{"other_value"});
    Json pattern = episode({fact("pier", "offers", "service")}, "Ontology of piers");
    pattern["kind"] = "ontology";
    harbor.call(create_meeting, pattern);
    CHECK(harbor.told(fact("Pier 4", "offers", "shelter"), "Third look").empty());
}

TEST_CASE("LM7 two values in one call still contradict each other") {
    Harbor harbor;
    const Json reply = harbor.fields(
        create_meeting,
        episode({fact("Albatross", "berths_at", "P4"), fact("Albatross", "berths_at", "P5")}));
    REQUIRE(kinds(reply["warnings"]) == Kinds{"contradiction"});
    CHECK(says(reply["warnings"][0], "/facts/0 says"));
}

TEST_CASE("LM7 a negated statement contradicts, it is no duplicate") {
    Harbor harbor;
    const std::string old = harbor.store(worded(
        since("2024-01-01", fact("Team Heron", "uses", "Postgres")), "Team Heron uses Postgres."));
    Json denied = worded(since("2025-01-01", fact("Team Heron", "uses", "Postgres")),
                         "Team Heron does not use Postgres.");
    const Json told = harbor.told(denied);
    REQUIRE(kinds(told) == Kinds{"contradiction"});
    CHECK(ends_of(told[0]) ==
          Json::array({{{"fact", old + "#0"}, {"invalid_at_iso", "2025-01-01T00:00:00Z"}}}));
}

TEST_CASE("LM7 a duplicate shows how the stored one is worded") {
    Harbor harbor;
    const Json one = worded(fact("Team Heron", "uses", "Postgres"), "Team Heron uses Postgres.");
    harbor.store(one);
    CHECK(says(harbor.told(one)[0], "word for word"));
    const Json told =
        harbor.told(worded(one, "Team Heron uses Postgres, not MySQL, for billing."), "Third look");
    REQUIRE(kinds(told) == Kinds{"duplicate"});
    CHECK(says(told[0], "\"Team Heron uses Postgres.\""));
    CHECK(says(told[0], "in other words"));
    CHECK(says(told[0], "keep this fact when it says something new, else leave it out"));
    CHECK_FALSE(says(told[0], "says the same"));
}

TEST_CASE("LM7 only the same words say the same") {
    Harbor harbor;
    const Json one = worded(fact("Lena", "met", "Tom"), "Lena met Tom in Paris.");
    harbor.store(one);
    const Json told = harbor.told(worded(one, "lena met Tom, in Paris"), "Second look");
    REQUIRE(kinds(told) == Kinds{"duplicate"});
    CHECK(says(told[0], "says the same as \"Lena met Tom in Paris.\": leave this fact out"));
    const Json other =
        harbor.told(worded(one, "Lena met Tom in Rome and gave him the contract."), "Third look");
    REQUIRE(kinds(other) == Kinds{"duplicate"});
    CHECK_FALSE(says(other[0], "says the same"));
}

TEST_CASE("LM7 another time in other words is not told to say the same") {
    Harbor harbor;
    const Json chef = since("2020-01-01", fact("Lena", "works_for", "Bistro"));
    harbor.store(worded(chef, "Lena works for the Bistro as a chef."));
    const Json manager = since("2023-01-01", fact("Lena", "works_for", "Bistro"));
    const Json told =
        harbor.told(worded(manager, "Lena works for the Bistro as its manager."), "Second look");
    REQUIRE(kinds(told) == Kinds{"other_time"});
    CHECK_FALSE(says(told[0], "says the same"));
    CHECK(says(told[0], "in other words: \"Lena works for the Bistro as a chef.\""));
    CHECK(says(told[0], "since 2020-01-01"));
}

TEST_CASE("a negation counts where it stands between the names") {
    using tools::memory::denies;
    const auto* heron = "Team Heron";
    CHECK(denies("Team Heron does not use Postgres.", heron, "Postgres"));
    CHECK(denies("Team Heron doesn't use Postgres.", heron, "Postgres"));
    CHECK(denies("Postgres is no longer used by Team Heron.", heron, "Postgres"));
    CHECK(denies("Heron never used postgres", heron, "Postgres"));
    CHECK_FALSE(denies("Team Heron uses Postgres, not MySQL.", heron, "Postgres"));
    CHECK_FALSE(denies("Team Heron not only uses Postgres.", heron, "Postgres"));
    CHECK_FALSE(denies("Visitors have no access to the vault.", "Visitors", "no access"));
}

TEST_CASE("LM6a an older fact is to be given its end, the newer stored one stays") {
    Harbor harbor;
    harbor.store(since("2024-01-01", fact("Albatross", "berths_at", "P5")));
    Json sent = episode({since("2020-01-01", fact("Albatross", "berths_at", "P4"))}, "Old log");
    const Json reply = harbor.fields(create_meeting, sent);
    REQUIRE(kinds(reply["warnings"]) == Kinds{"contradiction"});
    CHECK(says(reply["warnings"][0], "this one is older"));
    const std::string own = reply["episode_uuid"].get<std::string>() + "#0";
    CHECK(ends_of(reply["warnings"][0]) ==
          Json::array({{{"fact", own}, {"invalid_at_iso", "2024-01-01T00:00:00Z"}}}));
    sent["ends"] = ends_of(reply["warnings"][0]);
    CHECK(harbor.fields(create_meeting, sent)["ended"][0] == own + " ended 2024-01-01");
}

TEST_CASE("LM6a what a source said later is never ended by an earlier beginning") {
    Harbor harbor;
    Json stored = episode({fact("Albatross", "berths_at", "P5")}, "Log of 2025");
    stored["reference_time_iso"] = "2025-02-01";
    harbor.call(create_meeting, stored);
    const Json told = harbor.told(since("2020-01-01", fact("Albatross", "berths_at", "P4")));
    REQUIRE(kinds(told) == Kinds{"contradiction"});
    CHECK(says(told[0], "this one is older"));
    CHECK(ends_of(told[0]).empty());
}

TEST_CASE("LM6a a fact between two others ends the one before and by the one after") {
    Harbor harbor;
    const std::string first = harbor.store(since("2020", fact("Albatross", "berths_at", "P4")));
    harbor.store(since("2024", fact("Albatross", "berths_at", "P6")), "Harbor log of 2024");
    const Json told = harbor.told(since("2022", fact("Albatross", "berths_at", "P5")));
    REQUIRE(ends_of(told[0]).size() == 2);
    CHECK(ends_of(told[0])[0]["fact"] == first + "#0");
    CHECK(ends_of(told[0])[0]["invalid_at_iso"] == "2022");
    CHECK(ends_of(told[0])[1]["invalid_at_iso"] == "2024");
}

TEST_CASE("LM6a a closed fact of the past does not end the same one that began later") {
    Harbor harbor;
    harbor.store(since("2024", fact("Albatross", "visits", "P4")));
    const Json told = harbor.told(until("2012", since("2010", fact("Albatross", "visits", "P4"))));
    CHECK(kinds(told) == Kinds{"other_time"});
    CHECK(ends_of(told[0]).empty());
}

TEST_CASE("LM7 a pattern that is stored already is told") {
    Harbor harbor;
    Json pattern = episode({fact("Ship", "berths_at", "Pier")}, "Ontology of boats");
    pattern["kind"] = "ontology";
    CHECK(kinds(harbor.fields(create_meeting, pattern)["warnings"]) == Kinds{"duplicate"});
}
