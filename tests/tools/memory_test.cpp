#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/time.hpp"

#include <random>
#include <string>

using tests::Caller;
using tests::episode;
using tests::fact;
using tools::Json;
using namespace tools::memory;

namespace {

std::string read_as(const std::string& text) {
    const TimeRead read = read_time(text);
    return read.moment ? iso(*read.moment) : "refused";
}

}  // namespace

TEST_CASE("LM5 what was stored is found at once") {
    Caller caller;
    const Json stored = caller.fields("create_longterm_memory",
                                      episode({fact("Harbor Gateway", "runs_on", "Debian 12"),
                                               fact("Team Heron", "owns", "Harbor Gateway")}));
    CHECK(stored["status"] == "queued (searchable now)");
    const std::string uuid = stored["episode_uuid"];
    CHECK(uuid.size() == 36);
    CHECK(uuid[14] == '7');
    const Json found = caller.fields("search_longterm_memory", {{"query", "who owns the gateway"}});
    REQUIRE(found["hits"].size() == 2);
    CHECK(found["hits"][0]["id"] == uuid + "#1");
    CHECK(found["hits"][0]["statement"] == "Team Heron owns Harbor Gateway.");
}

TEST_CASE("law: a name of ASCII has the normal form it has beside other letters") {
    std::mt19937 random(9);
    for (int round = 0; round < 2'000; ++round) {
        std::string name;
        for (std::size_t n = 1 + random() % 12; n > 0; --n)
            name += static_cast<char>(random() % 127 + 1);
        CHECK(normal_name("a" + name + "a\u00E9") == normal_name("a" + name + "a") + "\u00E9");
    }
    CHECK(normal_name(" \"Harbor  Gateway.\" ") == "harbor gateway");
    CHECK(normal_name("HARBOR\tGateway,") == "harbor gateway");
}

TEST_CASE("an episode is shown whole by its uuid") {
    Caller caller;
    Json sent = episode({fact("Harbor Gateway", "runs_on", "Debian 12")});
    sent["reference_time_iso"] = "2026-03-07";
    sent["facts"][0]["valid_at_iso"] = "2024";
    sent["facts"][0]["confidence"] = .75;
    const std::string uuid = caller.fields("create_longterm_memory", sent)["episode_uuid"];
    const Json shown = caller.fields("get_longterm_memory_episode", {{"episode_uuid", uuid}});
    CHECK(shown["state"] == "live");
    CHECK(shown["reference_time_iso"] == "2026-03-07T00:00:00Z");
    CHECK(shown["facts"][0]["id"] == uuid + "#0");
    CHECK(shown["facts"][0]["valid_at_iso"] == "2024");
    CHECK(shown["facts"][0]["confidence"] == .75);
    CHECK(caller.refusal("get_longterm_memory_episode", {{"episode_uuid", "nothing"}}).code ==
          store::Code::not_found);
}

TEST_CASE("M21 equal content is stored once") {
    Caller caller;
    const Json sent = episode({fact("Lock 5", "is_repaired_on", "2026-02-03")});
    const Json first = caller.fields("create_longterm_memory", sent);
    const Json again = caller.fields("create_longterm_memory", sent);
    CHECK(again["episode_uuid"] == first["episode_uuid"]);
    CHECK(again["duplicate"] == true);
    CHECK(caller.fields("search_longterm_memory", {{"query", "Lock 5"}})["hits"].size() == 1);
}

TEST_CASE("LM3 times are read as ISO 8601 and kept in UTC") {
    CHECK(read_as("2026-03-07T21:44:00Z") == "2026-03-07T21:44:00Z");
    CHECK(read_as("2026-03-07") == "2026-03-07T00:00:00Z");
    CHECK(read_as("2025-03-01T01:00:00+02:00") == "2025-02-28T23:00:00Z");
    CHECK(read_as("2025-03-01T23:30:00-01:00") == "2025-03-02T00:30:00Z");
    CHECK(read_as("2024") == "2024");
    CHECK(read_as("2024-05") == "2024-05");
    CHECK(read_as("2024-5-3") == "2024-05-03T00:00:00Z");
    CHECK(read_as("2024-05-03 10:00") == "2024-05-03T10:00:00Z");
    const auto* bad =
        GENERATE("2025-02-30T00:00:00Z", "yesterday", "1740787200", "2025-03-01T24:00:00Z",
                 "2025-03-01T00:00:60Z", "0000-00-00T00:00:00Z", "2025-13", "12.05.2024");
    CHECK(read_as(bad) == "refused");
}

TEST_CASE("LM4 every fault is told at once and nothing is stored") {
    Caller caller;
    Json sent = episode({fact("Harbor", "is", "harbor "), fact("", "owns", "Pier"),
                         fact("", "owns", "Quay"), fact("Pier", "opened", "Monday")});
    sent["episode_name"] = "Episode 3";
    sent["facts"][3]["valid_at_iso"] = "yesterday";
    const store::Error refused = caller.refusal("create_longterm_memory", sent);
    std::vector<std::string> paths;
    for (const auto& problem : refused.problems)
        paths.push_back(problem.path);
    CHECK(paths == std::vector<std::string>{"/episode_name", "/facts/0/object_name",
                                            "/facts/1,2/subject_name", "/facts/3/valid_at_iso"});
    CHECK(refused.problems[2].message.find("(2 facts)") != std::string::npos);
    CHECK(caller.fields("search_longterm_memory", {{"query", "pier"}})["hits"].empty());
}

TEST_CASE("other names of fields and other spellings are read and noted") {
    Caller caller;
    Json sent = episode({{{"subject", "Ana Lopez"},
                          {"predicate", "Reports to"},
                          {"object", "Ben Ito"},
                          {"statement", "Ana Lopez reports to Ben Ito."}}});
    const Json stored = caller.fields("create_longterm_memory", sent);
    CHECK(stored["noted"].dump().find("subject for subject_name") != std::string::npos);
    CHECK(stored["noted"].dump().find("stored as reports_to") != std::string::npos);
}

TEST_CASE("M19 a dataspace that is not allowed is refused with the list") {
    Caller caller;
    caller.settings.dataspaces = {"north", "south"};
    Json sent = episode({fact("Vault", "contains", "north item")});
    caller.call("create_longterm_memory", sent);
    sent["dataspace_name"] = "nowhere";
    const store::Error refused = caller.refusal("create_longterm_memory", sent);
    CHECK(refused.code == store::Code::denied);
    CHECK(refused.problems.front().message.find("north, south") != std::string::npos);
    const auto hits = [&](const Json& asked) {
        return caller.fields("search_longterm_memory", asked)["hits"].size();
    };
    CHECK(hits({{"query", "vault"}, {"dataspace_name", "south"}}) == 0);
    CHECK(hits({{"query", "vault"}}) == 1);
}
