#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::hits;
using tests::since;
using tools::Json;

namespace {

constexpr const char* create = "create_longterm_memory";
constexpr const char* replace = "replace_longterm_memory_episode";

/// The warning of a kind in a reply; null when there is none.
Json warning(const Json& reply, const std::string& kind) {
    for (const Json& one : reply["warnings"])
        if (one["kind"] == kind) return one;
    return nullptr;
}

Json shown(Caller& caller, const Json& reply) {
    return caller.fields("get_longterm_memory_episode", {{"episode_uuid", reply["episode_uuid"]}});
}

std::string kind_of(const std::string& statement) {
    Caller caller;
    Json sent = episode({fact("Team Heron", "uses", "Postgres")});
    sent["facts"][0]["statement"] = statement;
    const Json reply = caller.fields(create, sent);
    return reply["warnings"].empty() ? "" : reply["warnings"][0]["kind"].get<std::string>();
}

}  // namespace

TEST_CASE("LM2 weak words are warned of and stored") {
    CHECK(kind_of("Team Heron uses Postgres for billing.").empty());
    CHECK(kind_of("It uses Postgres in Team Heron.") == "pronoun");
    CHECK(kind_of("Heron Postgres.") == "short_statement");
    CHECK(kind_of("Team Heron probably uses Postgres.") == "speculation");
    CHECK(kind_of("Team Heron may be happy with Postgres.") == "speculation");
    CHECK(kind_of("Postgres of Team Heron may be restarted by admins.").empty());
    CHECK(kind_of("In May Team Heron moved to Postgres.").empty());
    CHECK(kind_of("The crew uses Postgres for billing.") == "unnamed");
}

TEST_CASE("LM6 a replacement takes all traces of the old episode with it") {
    Caller caller;
    const Json old = caller.fields(create, episode({fact("Team Heron", "uses", "Postgres"),
                                                    fact("Team Heron", "sits_in", "Oslo")}));
    Json sent = episode({fact("Team Heron", "uses", "ClickHouse")});
    sent["episode_uuid"] = old["episode_uuid"];
    const Json fresh = caller.fields(replace, sent);
    CHECK(fresh["episode_uuid"] != old["episode_uuid"]);
    CHECK(fresh["replaced"][0] == old["episode_uuid"]);
    CHECK(fresh["dropped"].size() == 2);
    CHECK(hits(caller, "Oslo") == 0);
    CHECK(hits(caller, "Team Heron uses") == 1);
    CHECK(shown(caller, old)["state"] == "replaced");
    CHECK(shown(caller, old)["replaced_by"] == fresh["episode_uuid"]);

    const Json again = caller.fields(replace, sent);
    CHECK(again["episode_uuid"] == fresh["episode_uuid"]);
    CHECK(again["status"] == "replaced before: nothing was changed");

    Json other = episode({fact("Team Heron", "uses", "DuckDB")});
    other["episode_uuid"] = old["episode_uuid"];
    const store::Error refused = caller.refusal(replace, other);
    CHECK(refused.problems.front().send == fresh["episode_uuid"]);

    sent["episode_uuid"] = fresh["episode_uuid"];
    CHECK(caller.fields(replace, sent)["status"] == "unchanged");
}

TEST_CASE("LM6 several episodes become one") {
    Caller caller;
    const Json a = caller.fields(create, episode({fact("Pier 1", "holds", "grain")}));
    const Json b = caller.fields(create, episode({fact("Pier 2", "holds", "timber")}));
    Json sent = episode({fact("Pier 1", "holds", "grain"), fact("Pier 2", "holds", "timber")});
    sent["episode_uuid"] = a["episode_uuid"];
    sent["also_replaces"] = {b["episode_uuid"]};
    const Json both = caller.fields(replace, sent);
    CHECK(both["replaced"].size() == 2);
    CHECK_FALSE(both.contains("dropped"));
    CHECK(warning(both, "duplicate").is_null());
    CHECK(hits(caller, "timber") == 1);
}

TEST_CASE("M19 a replacement stays in its dataspace") {
    Caller caller;
    caller.settings.dataspaces = {"north", "south"};
    const Json old = caller.fields(create, episode({fact("Vault", "contains", "north item")}));
    Json sent = episode({fact("Vault", "contains", "south item")});
    sent["episode_uuid"] = old["episode_uuid"];
    sent["dataspace_name"] = "south";
    CHECK(caller.refusal(replace, sent).problems.front().path == "/dataspace_name");
    CHECK(shown(caller, old)["state"] == "live");
}

TEST_CASE("LM6a a stored fact is ended by its id, its episode stays") {
    Caller caller;
    const Json old = caller.fields(
        create, episode({since("2024-01-01", fact("Team Heron", "uses", "Postgres"))}));
    const std::string id = old["episode_uuid"].get<std::string>() + "#0";
    Json sent = episode({since("2025-07-01", fact("Team Heron", "uses", "ClickHouse"))});
    sent["ends"] = {{{"fact", id}, {"invalid_at_iso", "2025-07-01"}, {"reason", "moved"}}};
    const Json reply = caller.fields(create, sent);
    CHECK(reply["ended"][0] == id + " ended 2025-07-01");
    CHECK(reply["warnings"].empty());
    CHECK(shown(caller, old)["state"] == "live");
    CHECK(shown(caller, old)["facts"][0]["invalid_at_iso"] == "2025-07-01T00:00:00Z");
}

TEST_CASE("LM6a an end that cannot be is told with its path and nothing is stored") {
    Caller caller;
    const Json old =
        caller.fields(create, episode({since("2024-01-01", fact("Pier", "holds", "grain"))}));
    const std::string uuid = old["episode_uuid"];
    Json sent = episode({fact("Quay", "holds", "timber")});
    sent["ends"] = {{{"fact", uuid + "#7"}, {"invalid_at_iso", "2025-01-01"}},
                    {{"fact", uuid + "#0"}, {"invalid_at_iso", "2023-01-01"}}};
    const store::Error refused = caller.refusal(create, sent);
    REQUIRE(refused.problems.size() == 2);
    CHECK(refused.problems[0].path == "/ends/0/fact");
    CHECK(refused.problems[1].path == "/ends/1/invalid_at_iso");
    CHECK(hits(caller, "timber") == 0);
}

TEST_CASE("LM6a the same fact with an end asks to end the stored one") {
    Caller caller;
    const Json old = caller.fields(
        create, episode({since("2024-01-01", fact("Team Heron", "uses", "Postgres"))}));
    Json closed = since("2024-01-01", fact("Team Heron", "uses", "Postgres"));
    closed["invalid_at_iso"] = "2025-07-01";
    const Json told =
        warning(caller.fields(create, episode({closed}, "Team history")), "ends_stored");
    REQUIRE(told.is_object());
    const Json send = Json::parse(told["try"].get<std::string>());
    CHECK(send["ends"][0]["fact"] == old["episode_uuid"].get<std::string>() + "#0");
    CHECK(send["ends"][0]["invalid_at_iso"] == "2025-07-01T00:00:00Z");
}

TEST_CASE("LM7 what is stored already or otherwise is told") {
    Caller caller;
    caller.call(create, episode({since("2024-01-01", fact("Team Heron", "uses", "Postgres"))}));
    const auto told = [&](const Json& one) {
        const Json reply = caller.fields(create, episode({one}, "Second look"));
        return reply["warnings"].empty() ? Json("") : reply["warnings"][0]["kind"];
    };
    Json reworded = since("2024-01-01", fact("team heron", "uses", "\"Postgres\"."));
    CHECK(told(reworded) == "duplicate");
    CHECK(told(since("2025-02-01", fact("Team Heron", "uses", "Postgres"))) == "other_time");
    CHECK(told(fact("Team Heron", "does_not_use", "Postgres")) == "negation");
    CHECK(told(fact("Team Heron", "uses", "Redis")) == "other_value");
    CHECK(told(fact("Team Heron", "used", "sails")) == "drift");
    CHECK(told(fact("Team Heron", "used_by", "sails")) != "drift");
}

TEST_CASE("LM7 a predicate with one value contradicts a second one") {
    Caller caller;
    for (int i = 0; i < 5; ++i)
        caller.call(create, episode({fact("Ship " + std::to_string(i), "captained_by",
                                          "Captain " + std::to_string(i))}));
    Json sent = episode({since("2025-03-01", fact("Ship 3", "captained_by", "Ana Lopez"))});
    const auto answer = caller.call(create, sent);
    const Json told = warning(answer.structured, "contradiction");
    REQUIRE(told.is_object());
    const Json mend = Json::parse(told["try"].get<std::string>());
    CHECK(mend["ends"][0]["invalid_at_iso"] == "2025-03-01T00:00:00Z");
    // The mend goes beside the same call, and the text says so.
    CHECK(answer.text.find("send this call again with {\"ends\"") != std::string::npos);
    sent["ends"] = mend["ends"];
    const Json mended = caller.fields(create, sent);
    CHECK(mended["duplicate"] == true);
    CHECK(mended["ended"].size() == 1);
    CHECK(warning(mended, "contradiction").is_null());
}

TEST_CASE("LM9 a pattern says that a predicate has one value") {
    Caller caller;
    Json pattern = episode({fact("ship", "berths_at", "pier")}, "Ontology of ships");
    pattern["kind"] = "ontology";
    pattern["facts"][0]["single"] = "object";
    CHECK(caller.fields(create, pattern)["warnings"].empty());
    caller.call(create, episode({fact("Ship 1", "berths_at", "Pier 4")}));
    const Json reply = caller.fields(create, episode({fact("Ship 1", "berths_at", "Pier 5")}));
    CHECK(warning(reply, "contradiction").is_object());
}

TEST_CASE("LM4 the same warning on several facts is one line") {
    Caller caller;
    const Json reply = caller.fields(
        create, episode({fact("A1", "is", "B1"), fact("A2", "is", "B2"), fact("A3", "is", "B3")}));
    const Json told = warning(reply, "weak_predicate");
    CHECK(told["path"] == "/facts/0..2/predicate");
    CHECK(told["message"].get<std::string>().find("(3 facts)") != std::string::npos);
}

TEST_CASE("LM16 what looks like a secret is refused and never told") {
    Caller caller;
    const std::string key = "AKIA" + std::string("Q3EGRIJ7ZP5VXK2M");
    Json sent = episode({fact("Build host", "uses", "access key")});
    sent["facts"][0]["statement"] = "Build host uses access key " + key + ".";
    const store::Error refused = caller.refusal(create, sent);
    REQUIRE(refused.problems.size() == 1);
    CHECK(refused.problems[0].path == "/facts/0/statement");
    CHECK(refused.problems[0].reason == "aws_access_key");
    CHECK(refused.problems[0].message.find(key) == std::string::npos);
    sent["allow_secrets"] = true;
    CHECK(shown(caller, caller.fields(create, sent))["secrets"][0] == "aws_access_key");
}

TEST_CASE("LM5 wait answers when the tail is folded") {
    Caller caller;
    Json sent = episode({fact("Pier", "holds", "grain")});
    sent["wait"] = true;
    CHECK(caller.fields(create, sent)["status"] == "searchable now");
    CHECK(hits(caller, "grain") == 1);
}

TEST_CASE("LM6a an end without a time is told once, a fact ended twice is refused") {
    Caller caller;
    const Json old = caller.fields(create, episode({fact("Team Heron", "sits_in", "Oslo"),
                                                    fact("Team Heron", "uses", "Postgres")}));
    const std::string uuid = old["episode_uuid"];
    const bool alone = GENERATE(false, true);
    Json sent = episode({fact("Team Heron", "sits_in", "Bergen")}, "Move");
    if (alone) sent = Json::object();
    sent["ends"] = {{{"fact", uuid + "#0"}}};
    const auto missing = caller.refusal(create, sent);
    REQUIRE(missing.problems.size() == 1);
    CHECK(missing.problems[0].path == "/ends/0/invalid_at_iso");
    sent["ends"] = {{{"fact", uuid + "#0"}, {"invalid_at_iso", "2025-07-01"}},
                    {{"fact", uuid + "#1"}, {"invalid_at_iso", "2025-07-01"}},
                    {{"fact", uuid + "#0"}, {"invalid_at_iso", "2026"}}};
    const auto twice = caller.refusal(create, sent);
    REQUIRE(twice.problems.size() == 1);
    CHECK(twice.problems[0].path == "/ends/2/fact");
    CHECK(twice.problems[0].message.find("/ends/0") != std::string::npos);
    CHECK(shown(caller, old)["facts"][0].contains("invalid_at_iso") == false);
}
