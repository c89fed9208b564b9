#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using tests::Caller;
using tools::Json;

namespace {

std::string map_of(Caller& caller) {
    return caller.fields("map_review", {{"view", "complete"}})["text"];
}

std::string changed(Caller& caller, const std::string& delta) {
    return caller.fields("map_update", {{"delta", delta}})["delta"];
}

/// Turns that use each kind of line but moved edges: those are read as links, and
/// a link moves nothing.
const std::vector<std::string> turns{
    "+ [G1] Goal: Move the shop - source: user - confidence: confirmed\n"
    "+ [T1] Task: Measure \\- status: done, then move [G1] - status: active\n"
    "+ [Q1] Question: Which region? - impact: blocks the contract\n"
    "+ [G1] --depends_on--> [T1] --depends_on--> [Q1]",
    "+ [C1] Context: At most 15 minutes - source: user\n+ [D1] Decision: Use ICU - reason: names\n"
    "+ [C1] --supports--> [D1]\n+ [R1] Risk: Disk - mitigation: ask IT\n+ [R1] --blocks--> [T1]",
    "> [C1] At most 45 minutes, Sunday night - source: user - carry: false",
    "= [Q1] In Frankfurt - carry: false",
    "~ [T1] pending\n~ [D1] Decision: Use und-x-icu - reason: Turkish names",
    "~ [R1] - clear: mitigation",
    "x [R1] --blocks--> [T1]\n+ [T2] Task: Test it\n+ [T1] --next--> [T2]",
    "x [R1]\n~ [T2] - source: tool",
    "~ [T1], [T2] done",
    "~ [G1] archived - reason: moved",
};

}  // namespace

TEST_CASE("a map that is sent back as it was shown changes nothing") {
    Caller caller;
    for (const std::string& turn : turns) {
        caller.update(turn);
        const std::string map = map_of(caller);
        CHECK(changed(caller, map) == "Map update: none");
        CHECK(map_of(caller) == map);
    }
}

TEST_CASE("a line of a map changes the node that is there, and adds what is not") {
    Caller caller;
    caller.update("+ [T1] Task: Measure - status: active - source: user");
    caller.update("- [T1] Task: Measure twice - status: pending\n* [T2] Task: Cut");
    CHECK(map_of(caller) ==
          "## Nodes\n- [T1] Task: Measure twice - status: pending - source: user\n"
          "- [T2] Task: Cut\n");
}

TEST_CASE("CM9 the deltas of a history build the same map again") {
    Caller first;
    Caller second;
    for (const std::string& turn : turns) {
        first.update(turn);
        const Json shown = first.fields("map_history", Json::object())["revisions"][0];
        std::string delta = "Map update:\n";
        for (const Json& line : shown["changes"])
            delta += "- " + line.get<std::string>() + "\n";
        CAPTURE(delta);
        second.update(delta);
        CHECK(map_of(second) == map_of(first));
    }
}

TEST_CASE("CM12 a delta with one malformed line changes nothing and names the line") {
    Caller caller;
    caller.update("+ [T1] Task: Measure");
    const std::string before = map_of(caller);
    const auto refusal = caller.refusal(
        "map_update", {{"delta", "Map update:\n~ [T1] done\n- [T1] Taks: Cut\nx [T9]"}});
    REQUIRE(refusal.problems.size() == 2);
    CHECK(refusal.problems[0].index == 3U);
    CHECK(refusal.problems[0].send == "x [T1]\nor\n- [T1] Task: Cut");
    CHECK(refusal.problems[1].index == 4U);
    CHECK(map_of(caller) == before);
}
