#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <string>

using tests::Caller;
using tools::Json;

namespace {

Json attention(Caller& caller, const std::string& delta) {
    return caller.fields("map_update", {{"delta", delta}})["attention"];
}

/// The attention line of a kind, or null.
Json of_kind(const Json& lines, const std::string& kind) {
    for (const Json& line : lines)
        if (line["kind"] == kind) return line;
    return nullptr;
}

}  // namespace

TEST_CASE("CM7 a limit that an update passes is named, with changes that land") {
    Caller caller;
    const Json line = of_kind(attention(caller,
                                        "+ [G] Goal: a1\n+ [G] Goal: b2\n+ [G] Goal: c3\n"
                                        "+ [G] Goal: d4"),
                              "limit");
    REQUIRE(!line.is_null());
    CHECK(line["message"] == "limit passed: active goals 4 of at most 3");
    REQUIRE(!line["changes"].empty());
    for (const Json& change : line["changes"])
        CHECK_NOTHROW(
            caller.call("map_update", {{"changes", Json::array({change})}, {"strict", false}}));
    CHECK(of_kind(attention(caller, "+ [C] Context: no goal at all"), "limit").is_null());
}

TEST_CASE("CM7 what is set aside first has stood the longest, however much is open") {
    Caller caller;
    for (int i = 1; i <= 30; ++i)
        caller.update("+ [T] Task: Chore number " + std::to_string(i) + " - status: active");
    const Json reply =
        caller.fields("map_update", {{"delta", "+ [T] Task: Sweep - status: active"}});
    CHECK(reply["attention"][0]["kind"] == "limit");
    CHECK(reply["attention"][0]["ids"] == Json({"T1", "T2", "T3"}));
}

TEST_CASE("CM7 no proposal sets aside what lies on a dependency path") {
    Caller caller;
    caller.update("+ [G1] Goal: Open the shop\n+ [T1] Task: Rent a room\n+ [T2] Task: Paint it");
    caller.update(
        "+ [G1] --depends_on--> [T1]\n+ [T2] --depends_on--> [T1]\n"
        "+ [G1] --depends_on--> [T2]\n+ [T3] Task: Print cards\n+ [G1] --depends_on--> [T3]");
    const Json line =
        of_kind(attention(caller,
                          "+ [T4] Task: e4\n+ [T5] Task: e5\n+ [T6] Task: e6\n+ [T7] Task: e7\n"
                          "+ [T8] Task: e8\n+ [T9] Task: e9\n+ [T9] --blocks--> [T2]"),
                "limit");
    REQUIRE(!line.is_null());
    CHECK(line["ids"] == Json{"T3", "T4"});
}

TEST_CASE("CM10 another number, date or unit on the same subject is named") {
    const auto [first, second] = GENERATE(table<std::string, std::string>({
        {"At most 15 minutes of downtime", "At most 45 minutes of downtime on Sunday night"},
        {"The staging cluster has 200 GB of disk", "Staging disk grows to 500 GB"},
        {"The deadline is the end of March", "The deadline is February 20"},
        {"Finance reads the orders table", "Finance does not read the orders table"},
        {"Reports are sent on Monday", "Reports are sent on Friday"},
    }));
    Caller caller;
    caller.update("+ [C1] Context: " + first);
    const Json line = of_kind(attention(caller, "+ [C2] Context: " + second), "conflict");
    REQUIRE(!line.is_null());
    CHECK(line["ids"] == Json{"C2", "C1"});
    CHECK(line["changes"][0]["op"] == "supersede");
}

TEST_CASE("CM10 what only shares words is no conflict") {
    const auto [first, second] = GENERATE(table<std::string, std::string>({
        {"The shop runs on MySQL 5.7", "The shop has 60 million orders"},
        {"Dana owns the audit log", "The audit log moves to S3"},
        {"The report goes to finance", "The report is written in English"},
        {"The export does not support Excel", "The export will support Excel"},
    }));
    Caller caller;
    caller.update("+ [C1] Context: " + first);
    CHECK(of_kind(attention(caller, "+ [C2] Context: " + second), "conflict").is_null());
}

TEST_CASE("CM10 the newer of two is kept, what edges explain and other types are never replaced") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Bake the cake for 40 guests\n+ [C1] Context: The oven holds 2 trays");
    const Json newer = of_kind(attention(caller,
                                         "+ [C2] Context: The tent holds 40 chairs\n"
                                         "+ [C3] Context: The tent holds 60 chairs"),
                               "conflict");
    REQUIRE(!newer.is_null());
    CHECK(newer["changes"][0] == Json({{"op", "supersede"}, {"id", "C2"}, {"with", "C3"}}));
    CHECK(of_kind(attention(caller,
                            "+ [C4] Context: The oven holds 3 trays\n"
                            "+ [C4] --derived_from--> [C1]"),
                  "conflict")
              .is_null());
    const Json other = of_kind(
        attention(caller, "+ [C5] Context: Nobody eats cake - conflicts_with: G1"), "conflict");
    REQUIRE(!other.is_null());
    for (const Json& change : other["changes"])
        CHECK(change.value("op", "") != "supersede");
}

TEST_CASE("CM10 two answers to one question are named") {
    Caller caller;
    caller.update("+ [Q1] Question: Which provider? - impact: fees\n= [Q1] Stripe");
    const Json line = of_kind(attention(caller, "= [Q1] No, Mollie"), "conflict");
    REQUIRE(!line.is_null());
    CHECK(line["changes"][0] == Json({{"op", "supersede"}, {"id", "C1"}, {"with", "C2"}}));
}

TEST_CASE("CM16 new words on a node that was replaced are sent on to its heir") {
    Caller caller;
    caller.update("+ [C1] Context: The budget is 6000 EUR");
    caller.update("> [C1] The budget is 7000 EUR");
    const Json line = of_kind(attention(caller, "~ [C1] Context: The budget is 6500 EUR"), "note");
    REQUIRE(!line.is_null());
    CHECK(line["changes"][0] == Json({{"id", "C2"}, {"text", "The budget is 6500 EUR"}}));
}

TEST_CASE(
    "CM16 a goal whose work hangs loose is not called idle, nor a question old that holds up "
    "work") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Sell tickets\n+ [G1] --depends_on--> [T1]\n+ [T1] Task: Set up\n"
        "+ [T1] --depends_on--> [Q1]\n+ [Q1] Question: Which provider? - impact: fees");
    for (int i = 0; i < 22; ++i)
        caller.update("~ [G1] - confidence: " + std::string(i % 2 == 0 ? "assumed" : "confirmed"));
    const Json all = caller.fields("map_review", {{"view", "complete"}})["attention"];
    CHECK(of_kind(all, "old_question").is_null());
    CHECK(
        of_kind(attention(caller, "~ [T1] done\n+ [T2] Task: Print them"), "idle_goal").is_null());
    CHECK_FALSE(of_kind(attention(caller, "~ [T2] done\n~ [Q1] done"), "idle_goal").is_null());
}

TEST_CASE("CM10 strict refuses an open conflict, conflicts_with names one") {
    Caller caller;
    caller.update("+ [C1] Context: Use the blue host - source: user - confidence: confirmed");
    const Json update = {{"delta", "+ [C2] Context: Use the red host - conflicts_with: C1"},
                         {"strict", true}};
    CHECK(caller.refusal("map_update", update).problems[0].reason == "conflict");
    const Json line = of_kind(
        attention(caller, "+ [C2] Context: Use the red host - conflicts_with: C1"), "conflict");
    REQUIRE(!line.is_null());
    CHECK(line["changes"][0] == Json{{"op", "supersede"}, {"id", "C2"}, {"with", "C1"}});
}

TEST_CASE("CM10 weaker evidence does not replace stronger unless it is meant") {
    Caller caller;
    caller.update("+ [C1] Context: The sky is green - source: user - confidence: confirmed");
    const Json weak = {{"delta", "> [C1] The sky is blue - source: inferred"}};
    const auto error = caller.refusal("map_update", weak);
    CHECK(error.problems[0].reason == "weaker_evidence");
    CHECK_NOTHROW(caller.call("map_update", {{"delta", error.problems[0].send}}));
    caller.update("+ [C8] Context: Grass is blue - source: user - confidence: confirmed");
    const Json words = {{"delta", "~ [C8] Context: Grass is red - source: inferred"}};
    CHECK(caller.refusal("map_update", words).problems[0].reason == "weaker_evidence");
}

TEST_CASE("CM16 work on no path from a goal is named once, with the change that mends it") {
    Caller caller;
    caller.update("+ [G1] Goal: Ship it");
    const Json line = of_kind(attention(caller, "+ [T1] Task: Write it"), "no_path");
    REQUIRE(!line.is_null());
    CHECK(line["changes"][0] == Json{{"id", "G1"}, {"depends_on", Json::array({"T1"})}});
    caller.call("map_update", {{"changes", line["changes"]}});
    CHECK(of_kind(attention(caller, "~ [T1] - status: active"), "no_path").is_null());
}

TEST_CASE("CM16 nothing is said twice in a row") {
    Caller caller;
    caller.update("+ [G1] Goal: Ship it\n+ [C1] Context: It is late");
    CHECK(!of_kind(attention(caller, "+ [C2] Context: It is heavy"), "idle_goal").is_null());
    CHECK(of_kind(attention(caller, "+ [C3] Context: It is green"), "idle_goal").is_null());
}

TEST_CASE("CM16 done before what it depends on, mirror edges, new words on old evidence") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship it\n+ [T1] Task: Write it\n+ [T2] Task: Test it\n"
        "+ [C1] Context: It is red - source: user - confidence: confirmed\n"
        "+ [G1] --depends_on--> [T1], [T2]\n+ [T2] --depends_on--> [T1]");
    CHECK(of_kind(attention(caller, "~ [T2] done"), "early_done")["ids"] == Json{"T2", "T1"});
    CHECK(!of_kind(attention(caller, "+ [T1] --next--> [T2]"), "mirror_edges").is_null());
    CHECK(!of_kind(attention(caller, "~ [C1] Context: It is dark red"), "evidence_kept").is_null());
}

TEST_CASE("CM16 at most five lines, and the text block shows each of them") {
    Caller caller;
    std::string delta = "+ [G1] Goal: Ship it";
    for (int i = 1; i <= 9; ++i)
        delta += "\n+ [T] Task: Step " + std::string(1, static_cast<char>('a' + i)) +
                 "\n+ [R] Risk: Trouble " + std::string(1, static_cast<char>('a' + i));
    const tests::Answer outcome = caller.call("map_update", {{"delta", delta}});
    const Json& lines = outcome.structured["attention"];
    CHECK(lines.size() <= 5);
    CHECK(lines[0]["kind"] == "limit");
    for (const Json& line : lines)
        CHECK(outcome.text.find("! " + line["message"].get<std::string>()) != std::string::npos);
}
