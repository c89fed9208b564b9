#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"
#include "tools/text/secret.hpp"

#include <string>
#include <vector>

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::since;
using tests::worded;
using tools::Json;

namespace {

constexpr const char* create_trial = "create_longterm_memory";
constexpr const char* search_trial = "search_longterm_memory";
constexpr const char* forget_trial = "forget_longterm_memory";

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Json told_of(const Json& reply, const std::string& kind) {
    for (const Json& one : reply["warnings"])
        if (one["kind"] == kind) return one;
    return nullptr;
}

std::string secret_rule(const std::string& text) {
    return tools::text::known_secret(text).value_or("");
}

}  // namespace

TEST_CASE("LM10 what is true stands before what ended, be it worded nearer to the question") {
    Caller caller;
    Json past = since("2019", worded(fact("Harbor Gateway", "runs_on", "Debian 11"),
                                     "The operating system of Harbor Gateway is Debian 11."));
    past["invalid_at_iso"] = "2022";
    caller.call(create_trial, episode({past}, "Gateway before"));
    caller.call(create_trial,
                episode({since("2022", worded(fact("Harbor Gateway", "runs_on", "Debian 12"),
                                              "Harbor Gateway was moved to Debian 12, a system "
                                              "that gets updates until 2028."))},
                        "Gateway now"));
    const Json asked{{"query", "operating system of Harbor Gateway"}, {"limit", 1}};
    CHECK(caller.fields(search_trial, asked)["hits"][0]["valid_at"] == "2022");
    const Json then{
        {"query", "operating system of Harbor Gateway"}, {"limit", 1}, {"as_of_iso", "2020"}};
    CHECK(caller.fields(search_trial, then)["hits"][0]["valid_at"] == "2019");
}

TEST_CASE("LM7 word for word the same fact is one hit that names both episodes") {
    Caller caller;
    const Json one = fact("Pier 4", "holds", "grain");
    caller.call(create_trial, episode({one}, "Harbor log"));
    const Json reply = caller.fields(
        create_trial, episode({one, fact("Pier 5", "holds", "coal")}, "Harbor log again"));
    CHECK(told_of(reply, "duplicate").is_object());
    const auto answer = caller.call(search_trial, {{"query", "Pier 4 grain"}, {"limit", 5}});
    CHECK(answer.structured["hits"][0]["also"].size() == 1);
    CHECK(tests::hits(caller, "grain") == 1);
    CHECK(contains(answer.text, ", also b#0: \"Pier 4 holds grain.\""));
    CHECK(contains(answer.text, "\"Harbor log again\""));
    caller.call(forget_trial,
                {{"fact", answer.structured["hits"][0]["id"]}, {"reason", "said twice"}});
    CHECK(tests::hits(caller, "grain") == 1);
}

TEST_CASE("LM6a ends may come without facts, and then nothing new is stored") {
    Caller caller;
    const std::string id =
        caller
            .fields(create_trial,
                    episode({since("2022", fact("Pier 4", "holds", "grain"))}))["episode_uuid"]
            .get<std::string>() +
        "#0";
    const Json ends = Json::array({{{"fact", id}, {"invalid_at_iso", "2023-03-01"}}});
    const auto answer = caller.call(create_trial, {{"ends", ends}});
    CHECK(answer.structured["ended"][0] == id + " ended 2023-03-01");
    CHECK_FALSE(answer.structured.contains("episode_uuid"));
    CHECK(contains(answer.text, "no new episode in default"));
    CHECK(contains(caller.text(search_trial, {{"query", "grain"}}), "ended 2023-03-01"));
    const Json wrong = Json::array({{{"fact", id + "7"}, {"invalid_at_iso", "soon"}}});
    CHECK(
        caller.refusal(create_trial, {{"ends", wrong}, {"facts", Json::array()}}).problems.size() ==
        2);
}

TEST_CASE("LM8 a name of two people is told when it is stored and when it is used") {
    Caller caller;
    caller.call(create_trial, episode({fact("Ana", "alias_of", "Ana Berg"),
                                       fact("Ana Berg", "works_at", "Pier 4")}));
    const Json reply = caller.fields(
        create_trial,
        episode({fact("Ana", "alias_of", "Ana Lopez"), fact("AL", "alias_of", "Ana Lopez"),
                 fact("Ana Lopez", "works_at", "Pier 9")},
                "Second crew"));
    const Json told = told_of(reply, "ambiguous_alias");
    REQUIRE(told.is_object());
    CHECK(told["path"] == "/facts/0");
    const std::string uuid = reply["episode_uuid"];
    CHECK(contains(told["try"], "forget_longterm_memory {\"fact\":\"" + uuid + "#0\""));
    const std::string found = caller.text(search_trial, {{"entity", "Ana Lopez"}});
    CHECK(contains(found, "noted Ana is a name of Ana Berg, Ana Lopez"));
    caller.call(forget_trial, {{"fact", uuid + "#0"}, {"reason", "a name of two things"}});
    const std::string then = caller.text(search_trial, {{"entity", "Ana Lopez"}});
    CHECK_FALSE(contains(then, "noted"));
    CHECK_FALSE(contains(then, "Pier 4"));
}

TEST_CASE("LM8 several other names of one thing are no warning") {
    Caller caller;
    const Json reply =
        caller.fields(create_trial, episode({fact("HGW", "alias_of", "Harbor Gateway"),
                                             fact("H-Gate", "alias_of", "Harbor Gateway")}));
    CHECK(told_of(reply, "ambiguous_alias").is_null());
}

TEST_CASE("LM10 nothing found names what was nearly spelled so") {
    Caller caller;
    caller.settings.dataspaces = {"north", "south"};
    Json sent = episode({fact("Harbor Gateway", "runs_on", "Debian 12")});
    sent["source"] = "docs/harbor.md";
    caller.call(create_trial, sent);
    const auto said = [&](const Json& arguments) { return caller.text(search_trial, arguments); };
    const auto* typo = GENERATE("Harbor Gatway", "Harbor Gatewayy", "arbor Gateway", "Gatway",
                                "Gatteway", "Haarbor", "Hrbor Gateway");
    CHECK(contains(said({{"entity", typo}}), "names near: Harbor Gateway"));
    CHECK(contains(said({{"source", "docs/harbour.md"}}), "sources near: docs/harbor.md"));
    CHECK(contains(said({{"source", "harbor.md"}}), "sources near: docs/harbor.md"));
    CHECK(contains(said({{"predicate", "run_on"}}), "predicates near: runs_on"));
    CHECK_FALSE(contains(said({{"entity", "Lighthouse"}}), "near"));
}

TEST_CASE("an unknown target or dataspace is refused with the nearest") {
    Caller caller;
    caller.settings.dataspaces = {"north", "south"};
    Json sent = episode({fact("Harbor Gateway", "runs_on", "Debian 12")});
    sent["source"] = "harbor.md";
    caller.call(create_trial, sent);
    const auto send = [&](const Json& arguments) {
        return caller.refusal(forget_trial, arguments).problems.front().send;
    };
    CHECK(send({{"entity", "Harbor Gatway"}, {"reason", "x"}}) == "Harbor Gateway");
    CHECK(send({{"source", "harbr.md"}, {"reason", "x"}}) == "harbor.md");
    CHECK(send({{"entity", "Debian 12"}, {"dataspace_name", "sout"}, {"reason", "x"}}) == "south");
    CHECK(caller.fields(forget_trial, {{"entity", "Harbor Gateway"}, {"reason", "x"}})["facts"] ==
          1);
}

TEST_CASE("the text of a page says which cursor comes next") {
    Caller caller;
    Json facts = Json::array();
    for (int i = 0; i < 30; ++i)
        facts.push_back(fact("Berth " + std::to_string(i), "takes", "ferry"));
    caller.call(create_trial, episode(facts));
    const auto answer = caller.call(search_trial, {{"query", "ferry"}, {"limit", 8}});
    const std::string cursor = answer.structured["next_cursor"];
    CHECK(contains(answer.text, "more: send cursor " + cursor + "\n"));
}

TEST_CASE("a field of the wrong shape is answered with the right one") {
    Caller caller;
    Json pattern = episode({fact("ship", "berths_at", "pier")}, "Ontology of ships");
    pattern["kind"] = "ontology";
    pattern["facts"][0]["single"] = true;
    pattern["covers"] = "1-20";
    const auto problems = caller.refusal(create_trial, pattern).problems;
    REQUIRE(problems.size() == 2);
    std::string all;
    for (const auto& one : problems)
        all += one.path + " " + one.message + "\n";
    CHECK(contains(all, "/facts/0/single expected one of object, subject, both"));
    CHECK(contains(all, "/covers expected an object {from, to, unit?, total?}"));
    Json ends = episode({fact("Pier 4", "holds", "grain")});
    ends["ends"] = "none";
    CHECK(contains(caller.refusal(create_trial, ends).problems.front().message,
                   "{fact, invalid_at_iso, reason?}"));
}

TEST_CASE("LM16 keys and cards are known, numbers of other things are not taken for them") {
    CHECK(secret_rule("The key is sk-proj-" + std::string("aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY")) ==
          "openai_key");
    const std::string card = std::string("4111 1111 ") + "1111 1111";
    CHECK(secret_rule("Ana pays by card " + card + ".") == "card_number");
    CHECK(secret_rule("Ana pays by 5500-0000-0000-" + std::string("0004")) == "card_number");
    CHECK(secret_rule("Amex 3782 822463 " + std::string("10005")) == "card_number");
    CHECK(secret_rule("card 41111111111111" + std::string("11")) == "card_number");
    const auto* plain = GENERATE(
        "Order 4111111111111111 was shipped.", "Call +49 4111 1111 1111 1111.",
        "Ana pays by card 4111 1111 1111 1112.", "Episode 01890b5c-2411-7111-8111-111111111111.",
        "Started at 2024-05-01 12:00:00, ended 2024-05-02.", "IBAN DE89 3704 0044 0532 0130 00",
        "Build 20240501120000 passed.", "Read rows 4000 to 4999 of 12000.",
        "Phone 030 1234 5678 90.", "Hash 4111111111111111abcdef.", "task-proj-1 and sk-proj-notes",
        "The tower is 4111.1111 m away.");
    CHECK(secret_rule(plain).empty());
}

TEST_CASE("LM16 what a predicate of credentials leads to is refused unless it is a thing") {
    Caller caller;
    const auto rule = [&](const std::string& predicate, const std::string& object) -> std::string {
        Json sent = episode({worded(fact("Build host", predicate, object),
                                    "Build host has " + object + " for entry, as noted.")});
        try {
            caller.call(create_trial, sent);
        } catch (const store::Error& error) {
            CHECK_FALSE(contains(error.problems.front().message, object));
            return error.problems.front().reason;
        }
        return "";
    };
    CHECK(rule("root_password", "hunter2") == "credential");
    CHECK(rule("Password", "swordfish") == "credential");
    CHECK(rule("has_api_key", "9f8e7d6c5b4a39281706") == "credential");
    CHECK(rule("token", "tok3n-for-the-build-42") == "credential");
    CHECK(rule("door_pin", "4821") == "credential");
    CHECK(rule("resets_password", "2024-05-01").empty());
    CHECK(rule("password_expires_on", "2024-05-01").empty());
    CHECK(rule("password", "expired").empty());
    CHECK(rule("token", "OAuth2").empty());
    CHECK(rule("uses_pin", "GPIO17").empty());
    CHECK(rule("requires_password", "12 characters").empty());
    caller.call(create_trial, episode({fact("Vault-7b", "stands_in", "Oslo")}, "Places"));
    CHECK(rule("password", "Vault-7b").empty());
}

TEST_CASE("LM6a a document that repeals another names the facts that may end") {
    Caller caller;
    std::vector<Json> facts;
    for (int i = 1; i <= 5; ++i)
        facts.push_back(since("2010", fact("Harbor Act 2010", "sets_fee_" + std::to_string(i),
                                           "fee " + std::to_string(i))));
    const std::string old = caller.fields(create_trial, episode(facts))["episode_uuid"];
    Json sent = episode(
        {since("2020-01-01", fact("Harbor Act 2020", "repeals", "Harbor Act 2010"))}, "New act");
    const Json told = told_of(caller.fields(create_trial, sent), "open_facts");
    REQUIRE(told.is_object());
    CHECK(
        contains(told["message"], "5 stored facts of Harbor Act 2010 have no end: " + old + "#4"));
    CHECK(contains(told["message"], "and 2 more"));
    const Json ends = Json::parse(told["try"].get<std::string>())["ends"];
    CHECK(ends.size() == 3);
    sent["ends"] = ends;
    sent["episode_name"] = "New act, with ends";
    CHECK(told_of(caller.fields(create_trial, sent), "open_facts").is_null());
    const Json inverse = caller.fields(
        create_trial,
        episode({fact("Harbor Act 2010", "superseded_by", "Harbor Act 2030")}, "Newest"));
    CHECK(told_of(inverse, "open_facts").is_object());
    const Json other =
        caller.fields(create_trial, episode({fact("Rule 9", "amends", "Rule 3")}, "Rules"));
    CHECK(told_of(other, "open_facts").is_null());
}
