#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"

#include <algorithm>

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::since;
using tests::until;
using tools::Json;

namespace {

constexpr const char* create = "create_longterm_memory";

const tools::ResourceRow& row_of(const Caller& caller, const std::string& uri) {
    return *std::find_if(caller.catalog.resources.begin(), caller.catalog.resources.end(),
                         [&](const auto& row) { return row.matches(uri); });
}

}  // namespace

TEST_CASE("LM8 a thing is shown over time, current first, under all of its names") {
    Caller caller;
    caller.call(
        create,
        episode({until("2023-07-01", since("2020-01-01", fact("Team Heron", "uses", "Postgres"))),
                 since("2023-07-01", fact("Team Heron", "uses", "ClickHouse")),
                 since("2099-01-01", fact("Heron Group", "moves_to", "Bergen")),
                 fact("Heron Group", "alias_of", "Team Heron")}));
    const Json shown = caller.fields("memory_entity", {{"name", "team heron"}});
    CHECK(shown["name"] == "Team Heron");
    CHECK(shown["aliases"] == Json::array({"Heron Group"}));
    CHECK(shown["states"] == Json::array({"current", "current", "later", "ended"}));
    CHECK(caller.fields("memory_entity", {{"name", "Heron Group"}})["facts"].size() == 4);
    const Json then =
        caller.fields("memory_entity", {{"name", "Team Heron"}, {"as_of_iso", "2021-01-01"}});
    CHECK(then["facts"][0]["object_name"] == "Postgres");
    CHECK(caller.refusal("memory_entity", {{"name", "Team Hero"}}).problems[0].send ==
          "Team Heron");
}

TEST_CASE("a path of facts joins two things") {
    Caller caller;
    caller.call(
        create,
        episode({fact("Ana", "works_in", "Team Heron"), fact("Team Heron", "owns", "Gateway"),
                 fact("Gateway", "runs_on", "Debian"), fact("Ben", "works_in", "Team Owl")}));
    const Json path = caller.fields("memory_entity", {{"name", "Debian"}, {"to", "Ana"}});
    REQUIRE(path["facts"].size() == 3);
    CHECK(path["facts"][0]["subject_name"] == "Gateway");
    CHECK(path["facts"][2]["subject_name"] == "Ana");
    CHECK(caller.fields("memory_entity", {{"name", "Ana"}, {"to", "Ben"}})["facts"].empty());
}

TEST_CASE("LM9 the ontology lists patterns with counts and what none covers") {
    Caller caller;
    Json patterns = episode({fact("person", "reports_to", "person")}, "Ontology of teams");
    patterns["kind"] = "ontology";
    patterns["facts"][0]["single"] = "object";
    caller.call(create, patterns);
    caller.call(create,
                episode({fact("Ana", "reports_to", "Ben"), fact("Ana", "sits_in", "Oslo")}));
    const Json shown = caller.fields("memory_ontology", Json::object());
    REQUIRE(shown["patterns"].size() == 1);
    CHECK(shown["patterns"][0]["patterns"][0] == "person reports_to person (single object)");
    CHECK(shown["patterns"][0]["facts"] == 1);
    CHECK(shown["patterns"][0]["example"] == "Ana reports_to Ben.");
    REQUIRE(shown["drift"].size() == 1);
    CHECK(shown["drift"][0]["predicate"] == "sits_in");
}

TEST_CASE("LM5 the status counts what is stored and queued") {
    Caller caller;
    caller.settings.dataspaces = {"north", "south"};
    caller.call(create, episode({fact("Pier", "holds", "grain")}));
    const Json shown = caller.fields("memory_status", Json::object());
    CHECK(shown["writes_to"] == "north");
    CHECK(shown["dataspaces"][0]["facts"] == 1);
    CHECK(shown["dataspaces"][0]["tail"] == 1);
    CHECK(shown["dataspaces"][1]["facts"] == 0);
}

TEST_CASE("episodes and things are resources of the memory") {
    Caller caller;
    const std::string uuid = caller.fields(
        create, episode({fact("Harbor Gateway", "runs_on", "Debian 12")}))["episode_uuid"];
    const auto read = [&](const std::string& uri) {
        return row_of(caller, uri).read(caller.store, caller.context(), uri);
    };
    const auto shown = read("memory://episode/" + uuid);
    REQUIRE(shown);
    CHECK(shown->text.find("Harbor Gateway runs_on Debian 12.") != std::string::npos);
    CHECK(read("memory://entity/default/harbor%20gateway"));
    CHECK_FALSE(read("memory://entity/other/harbor%20gateway"));
    CHECK_FALSE(read("memory://entity/default/nobody"));
    for (const auto& row : caller.catalog.completions)
        if (row.owner == "memory://entity/{dataspace}/{name}" && row.argument == "name")
            CHECK(row.values(caller.store, caller.context(), "HARB", {}) ==
                  std::vector<std::string>{"Harbor Gateway"});
}
