#include "store/table.hpp"
#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::hits;
using tools::Json;

namespace {

constexpr const char* create = "create_longterm_memory";
constexpr const char* forget = "forget_longterm_memory";

/// How many records of the store hold some bytes.
std::size_t traces(Caller& caller, const std::string& bytes) {
    return caller.store.read([&](const store::ReadTxn& txn) {
        std::size_t found = 0;
        txn.scan({}, {}, [&](std::string_view key, std::string_view value) {
            found += key.find(bytes) != std::string_view::npos ||
                             value.find(bytes) != std::string_view::npos
                         ? 1U
                         : 0U;
            return true;
        });
        return found;
    });
}

Json harbor(Caller& caller) {
    return caller.fields(create, episode({fact("Harbor Gateway", "runs_on", "Zanzibar"),
                                          fact("Team Heron", "owns", "Harbor Gateway")}));
}

}  // namespace

TEST_CASE("LM14 a retired fact leaves search, its history stays") {
    Caller caller;
    const Json stored = harbor(caller);
    const std::string uuid = stored["episode_uuid"];
    const Json asked{{"fact", uuid + "#0"}, {"reason", "wrong"}};
    Json dry = asked;
    dry["dry_run"] = true;
    CHECK(caller.fields(forget, dry)["facts"] == 1);
    CHECK(hits(caller, "Zanzibar") == 1);
    CHECK(caller.fields(forget, asked)["facts"] == 1);
    CHECK(hits(caller, "Zanzibar") == 0);
    const Json shown = caller.fields("get_longterm_memory_episode", {{"episode_uuid", uuid}});
    CHECK(shown["state"] == "live");
    CHECK(shown["facts"][0]["object_name"] == "Zanzibar");
    CHECK(shown["facts"][0].contains("removed_at"));
    CHECK(caller.fields(forget, asked)["facts"] == 0);
}

TEST_CASE("LM14 erased words leave records, names and index") {
    const bool folded = GENERATE(false, true);
    Caller caller;
    harbor(caller);
    if (folded) {
        std::vector<Json> many;
        for (int i = 0; i < 90; ++i)
            many.push_back(
                fact("Crate " + std::to_string(i), "stands_on", "Quay " + std::to_string(i)));
        for (int i = 0; i < 7; ++i)
            caller.call(create,
                        episode(many, "Crates " + std::string(1, static_cast<char>('a' + i))));
    }
    CHECK(traces(caller, "zanzibar") > 0);
    const Json receipt =
        caller.fields(forget, {{"entity", "ZANZIBAR"}, {"mode", "erase"}, {"reason", "asked to"}});
    CHECK(receipt["facts"] == 1);
    CHECK(receipt["compaction_due"] == true);
    CHECK(hits(caller, "Zanzibar") == 0);
    for (const char* word : {"Zanzibar", "zanzibar", "zanzi"})
        CHECK(traces(caller, word) == 0);
    CHECK(hits(caller, "Team Heron owns") > 0);
}

TEST_CASE("LM14 a source is forgotten whole") {
    Caller caller;
    Json sent = episode({fact("Pier", "holds", "grain"), fact("Quay", "holds", "timber")});
    sent["source"] = "harbor.md";
    const std::string uuid = caller.fields(create, sent)["episode_uuid"];
    harbor(caller);
    const Json receipt =
        caller.fields(forget, {{"source", "harbor.md"}, {"mode", "erase"}, {"reason", "asked to"}});
    CHECK(receipt["facts"] == 2);
    CHECK(receipt["episodes"] == 1);
    const Json shown = caller.fields("get_longterm_memory_episode", {{"episode_uuid", uuid}});
    CHECK(shown["state"] == "erased");
    CHECK(shown["episode_name"] == "[erased]");
    CHECK(hits(caller, "Zanzibar") == 1);
    CHECK(caller.fields(create, sent)["episode_uuid"] != uuid);
}

TEST_CASE("LM14 what to forget is named once, with a reason") {
    Caller caller;
    harbor(caller);
    CHECK(caller.refusal(forget, {{"reason", "none"}}).problems[0].reason == "one_target");
    CHECK(caller.refusal(forget, {{"entity", "a"}, {"source", "b"}, {"reason", "x"}})
              .problems[0]
              .reason == "one_target");
    CHECK(caller.refusal(forget, {{"entity", "a"}, {"reason", " "}}).problems[0].path == "/reason");
    CHECK(caller.fields(forget, {{"dataspace_name", "default"}, {"reason", "over"}})["facts"] == 2);
}

TEST_CASE("LM14 an episode named as a fact is told from nothing") {
    Caller caller;
    const std::string uuid = harbor(caller)["episode_uuid"];
    const auto told = [&](const std::string& id) {
        return caller.refusal(forget, {{"fact", id}, {"reason", "wrong"}}).problems.front().message;
    };
    CHECK(told(uuid).find("an episode of 2 facts: name one of them as " + uuid + "#0 to " + uuid +
                          "#1, or send episode_uuid to forget it whole") != std::string::npos);
    CHECK(told(uuid + "#7").find(uuid + "#0 to " + uuid + "#1") != std::string::npos);
    CHECK(told("00000000-0000-7000-8000-000000000000#0") == "nothing of this id is stored here");
}

TEST_CASE("LM14 what was forgotten before is told so") {
    Caller caller;
    const std::string uuid = harbor(caller)["episode_uuid"];
    const Json fact_asked{{"fact", uuid + "#0"}, {"reason", "wrong"}};
    CHECK(caller.text(forget, fact_asked).find("forgot 1 fact of default, no episode whole") == 0);
    const auto again = caller.call(forget, fact_asked);
    CHECK(again.text.find("forgot 0 facts") == 0);
    CHECK(again.text.find("; it was forgotten before") != std::string::npos);
    CHECK(again.structured.value("before", "") == "forgotten");
    Json erase = fact_asked;
    erase["mode"] = "erase";
    CHECK_FALSE(caller.fields(forget, erase).contains("before"));
    CHECK(caller.text(forget, erase).find("it was forgotten before") != std::string::npos);
    const Json whole{{"episode_uuid", uuid}, {"reason", "wrong"}};
    CHECK(caller.text(forget, whole).find("forgot 1 fact of default, 1 episode whole") == 0);
    CHECK(caller.text(forget, whole).find("it was forgotten before") != std::string::npos);
    const Json name{{"entity", "Team Heron"}, {"reason", "wrong"}};
    CHECK(caller.text(forget, name).find("it was forgotten or replaced before") !=
          std::string::npos);
}
