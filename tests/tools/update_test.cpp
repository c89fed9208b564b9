#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using tests::Caller;
using tools::Json;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The map's text form, complete.
std::string map_of(Caller& caller) {
    return caller.fields("map_review", {{"view", "complete"}})["text"];
}

std::string changed(Caller& caller, const std::string& changes) {
    return caller.fields("map_update", {{"changes", tools::parse_json(changes)}})["delta"];
}

store::Error refused(Caller& caller, const std::string& changes) {
    return caller.refusal("map_update", {{"changes", tools::parse_json(changes)}});
}

/// A small plan: G1 -> T1 -> Q1, R1 blocks T1, C1 supports D1.
void plan(Caller& caller) {
    caller.update(
        "+ [G1] Goal: Move the shop to the new host - source: user - confidence: confirmed\n"
        "+ [T1] Task: Copy the data\n"
        "+ [T2] Task: Switch the name servers\n"
        "+ [Q1] Question: Which region? - impact: decides the price\n"
        "+ [R1] Risk: The copy takes too long - status: active\n"
        "+ [C1] Context: At most 15 minutes of downtime - source: user - confidence: confirmed\n"
        "+ [D1] Decision: Copy at night - reason: few visitors\n"
        "+ [G1] --depends_on--> [T1]\n+ [G1] --depends_on--> [T2]\n"
        "+ [T1] --depends_on--> [Q1]\n+ [R1] --blocks--> [T1]\n+ [C1] --supports--> [D1]");
}

}  // namespace

TEST_CASE("CM1 the server numbers nodes, names are local to an update") {
    Caller caller;
    const Json reply = caller.fields(
        "map_update",
        {{"changes",
          tools::parse_json(R"([{"type":"T","text":"one"},{"id":"t5","type":"task","text":"five"},
          {"id":"$x","type":"TASK","text":"two"},{"from":"$x","edge":"next","to":"T5"}])")}});
    CHECK(reply["ids"] == Json{{"$x", "T7"}});
    CHECK(has(reply["delta"], "- Added node: [T6] Task: one"));
    CHECK(has(reply["delta"], "- Added edge: [T7] --next--> [T5]"));
    CHECK(reply["next_ids"].dump() == R"(["G1","C1","P1","T8","D1","Q1","R1","A1"])");
}

TEST_CASE("CM1 a taken id shows its holder and the next free one; a removed id stays taken") {
    Caller caller;
    plan(caller);
    const auto error = refused(caller, R"([{"id":"T1","type":"task","text":"Something else"}])");
    CHECK(has(error.problems[0].message, "[T1] Task: Copy the data"));
    CHECK(has(error.problems[0].message, "next free: T3"));
    CHECK(has(error.problems[0].send, R"("id":"T3")"));
    caller.update("x [T2]");
    CHECK(
        refused(caller, R"([{"id":"T2","type":"task","text":"Back again"}])").problems[0].reason ==
        "taken");
    CHECK(has(changed(caller, R"([{"type":"task","text":"The next one"}])"), "[T3]"));
}

TEST_CASE("CM1 a taken id is answered with a change of its holder, then the next free id") {
    Caller caller;
    plan(caller);
    const auto error =
        caller.refusal("map_update", {{"delta", "+ [T2] Task: Switch the mail - source: user"}});
    CHECK(error.problems[0].send ==
          "~ [T2] Task: Switch the mail - source: user\nor\n"
          "+ [T3] Task: Switch the mail - source: user");
    caller.update("~ [T2] Task: Switch the mail - source: user");
}

TEST_CASE("CM12 a node that is not there is told once, though an edge needs it") {
    Caller caller;
    caller.update("+ [C2] Context: At most 15 minutes");
    CHECK(caller.refusal("map_update", {{"delta", "> [C2] [C4]"}}).problems.size() == 1);
    CHECK(caller.refusal("map_update", {{"delta", "> [C9] At most 45 minutes"}}).problems.size() ==
          1);
}

TEST_CASE("CM12 what names a node of a faulty line is no second fault") {
    Caller caller;
    const auto* delta = GENERATE(
        "+ [G1] Goal: a - status = done\n+ [T1] Task: b\n+ [G1] --depends_on--> [T1]",
        "+ [$g] Goal: a, reason: c\n+ [T1] Task: b\n+ [$g] --depends_on--> [T1]\n~ [$g] done",
        "+ [C1] old\n+ [C2] Context: b\n+ [C2] --supersedes--> [C1]\n> [C1] new words",
        "+ [Q1] Question: a? | impact: b\n= [Q1] 20k\n+ [T1] Task: c\n+ [Q1] --blocks--> [T1]");
    const auto error = caller.refusal("map_update", {{"delta", delta}});
    REQUIRE(error.problems.size() == 1);
    CHECK(error.problems[0].index == 1U);
    CHECK(map_of(caller).empty());
}

TEST_CASE("CM15 words that end in parentheses come back as words in a line to send") {
    Caller caller;
    plan(caller);
    const auto error = caller.refusal(
        "map_update", {{"delta", "- [T9] Task: Copy (done)\n- [T9] Task: Count (done)"}});
    CHECK(has(error.problems[0].send, "- [T10] Task: Count (done)"));
}

TEST_CASE("CM1 M21 the same type and text again is one node") {
    Caller caller;
    plan(caller);
    const std::string before = map_of(caller);
    CHECK(changed(caller, R"([{"type":"task","text":"Copy the data"}])") == "Map update: none");
    CHECK(changed(caller, R"([{"id":"T1","type":"task","text":"Copy the data"}])") ==
          "Map update: none");
    CHECK(map_of(caller) == before);
    CHECK(
        has(changed(caller, R"([{"id":"$a","type":"task","text":"Copy the data","status":"pending"},
                                  {"from":"$a","edge":"next","to":"T2"}])"),
            "- Added edge: [T1] --next--> [T2]"));
    CHECK(has(map_of(caller), "[T1] Task: Copy the data - status: pending"));
}

TEST_CASE("CM2 words are read in any case; strangers are named with the nearest") {
    Caller caller;
    changed(caller, R"([{"type":"task","text":"a","status":" Active ","source":"USER"}])");
    CHECK(has(map_of(caller), "[T1] Task: a - status: active - source: user"));
    const auto error =
        refused(caller, R"([{"id":"T1","status":"open"},{"id":"T1","owner":"Dana"}])");
    REQUIRE(error.problems.size() == 2);
    CHECK(has(error.problems[0].message, "nearest: active"));
    CHECK(error.problems[0].send == R"({"id":"T1","status":"active"})");
    CHECK(error.problems[1].path == "/changes/1/owner");
    CHECK(has(error.problems[1].message, "known are op, id"));
}

TEST_CASE("CM2 texts are one visible line of 1 to 500 code points, and the size is told") {
    Caller caller;
    const std::string long_text(501, 'x');
    for (const std::string& text :
         {std::string(), std::string("   "), std::string("\\u200b"), std::string("\\u00a0"),
          std::string("\\ufeff"), std::string("a\\nb"), std::string("a\\u2028b"), long_text}) {
        INFO(text.substr(0, 12));
        const auto error = refused(caller, R"([{"type":"context","text":")" + text + R"("}])");
        CHECK(error.problems[0].path == "/changes/0/text");
    }
    CHECK(has(refused(caller, R"([{"type":"context","text":")" + long_text + R"("}])")
                  .problems[0]
                  .message,
              "has 501"));
    CHECK(map_of(caller).empty());
    std::string letters;
    for (int i = 0; i < 500; ++i)
        letters += "é";
    CHECK(has(changed(caller, R"([{"type":"context","text":")" + letters + R"("}])"), "[C1]"));
}

TEST_CASE("CM2 a decision has a reason and a question an impact; fields can be cleared") {
    Caller caller;
    const auto error =
        refused(caller, R"([{"type":"decision","text":"a"},{"type":"question","text":"b"}])");
    REQUIRE(error.problems.size() == 2);
    CHECK(error.problems[0].path == "/changes/0/reason");
    CHECK(error.problems[1].path == "/changes/1/impact");
    CHECK(has(changed(caller, R"([{"type":"decision","text":"a","source":"user"}])"),
              "reason: user's decision"));
    changed(caller, R"([{"id":"D1","confidence":"confirmed","status":"active"}])");
    changed(caller, R"([{"id":"D1","clear":["status","confidence"]}])");
    CHECK(has(map_of(caller), "[D1] Decision: a - source: user - reason: user's decision"));
    CHECK(refused(caller, R"([{"id":"D1","clear":"reason"}])").problems[0].reason == "missing");
    CHECK(refused(caller, R"([{"id":"D1","clear":"text"}])").problems[0].reason == "unknown_field");
}

TEST_CASE("CM2 nothing that was given is ignored") {
    Caller caller;
    plan(caller);
    for (const char* change :
         {R"({"op":"remove","id":"T1","text":"x"})",
          R"({"op":"link","from":"T1","edge":"next","to":"T2","status":"done"})",
          R"({"id":"T1","with":"T2"})", R"({"op":"done","id":"T1","status":"active"})",
          R"({"op":"resolve","id":"Q1","status":"done"})", R"({"id":"T1","type":"question"})"})
        CHECK(!refused(caller, std::string("[") + change + "]").problems.empty());
}

TEST_CASE("CM3 edges need two ends that are there, and M11 a refused update leaves nothing") {
    Caller caller;
    const auto error =
        refused(caller, R"([{"type":"task","text":"Write tests","id":"T1","depends_on":["Q9"]}])");
    CHECK(has(error.problems[0].message, "Q9"));
    CHECK(map_of(caller).empty());
    changed(caller, R"([{"type":"task","text":"Write tests","id":"T1","depends_on":["Q9"]},
                        {"type":"question","text":"Which runner?","id":"Q9","impact":"all"}])");
    CHECK(has(map_of(caller), "[T1] --depends_on--> [Q9]"));
    CHECK(refused(caller, R"([{"from":"T1","edge":"supports","to":"T1"}])").problems[0].reason ==
          "self_edge");
}

TEST_CASE("CM3 unlinking what is not there is a note, the reverse an error") {
    Caller caller;
    plan(caller);
    const Json reply = caller.fields("map_update", {{"delta", "x [T2] --next--> [T1]"}});
    CHECK(reply["delta"] == "Map update: none");
    CHECK(reply["attention"][0]["kind"] == "note");
    const auto error = caller.refusal("map_update", {{"delta", "x [Q1] --depends_on--> [T1]"}});
    CHECK(error.problems[0].send == "x [T1] --depends_on--> [Q1]");
}

TEST_CASE("CM4 a cycle is refused with its chain and the unlink that mends it") {
    Caller caller;
    changed(caller,
            R"([{"type":"task","text":"a"},{"type":"task","text":"b"},{"type":"task","text":"c"},
                        {"from":"T1","edge":"depends_on","to":"T2"},{"from":"T2","edge":"depends_on","to":"T3"}])");
    const auto error = refused(caller, R"([{"from":"T3","edge":"depends_on","to":"T1"}])");
    CHECK(has(error.problems[0].message, "T1 -> T2 -> T3 -> T1"));
    CHECK(has(error.problems[0].send, R"("op":"unlink")"));
    // The state after the whole update counts: removals come first.
    CHECK(has(changed(caller, R"([{"from":"T3","edge":"depends_on","to":"T1"},
                                  {"op":"unlink","from":"T1","edge":"depends_on","to":"T2"}])"),
              "- Added edge: [T3] --depends_on--> [T1]"));
}

TEST_CASE("CM4 a settled source resolves, an open one states an intention") {
    Caller caller;
    plan(caller);
    CHECK(has(changed(caller, R"([{"from":"T2","edge":"resolves","to":"R1"}])"), "Added edge"));
    CHECK(has(map_of(caller), "[R1] Risk: The copy takes too long - status: active"));
    const std::string delta = changed(caller, R"([{"op":"done","id":"T2"}])");
    CHECK(has(delta, "- Resolved: [T2] --resolves--> [R1]"));
    CHECK(has(map_of(caller), "[R1] Risk: The copy takes too long - status: done"));
    // Consequences win over a status stated in the same update.
    changed(caller,
            R"([{"id":"Q1","status":"pending"},{"from":"D1","edge":"resolves","to":"Q1"}])");
    CHECK(has(map_of(caller), "[Q1] Question: Which region? - status: done"));
    // A question asked again stays open: the decision had its effect when it was linked.
    changed(caller, R"([{"id":"Q1","status":"active"}])");
    changed(caller, R"([{"op":"done","id":"D1"}])");
    CHECK(has(map_of(caller), "[Q1] Question: Which region? - status: active"));
}

TEST_CASE("CM4 blocked is computed and never stored") {
    Caller caller;
    plan(caller);
    const auto blocked = [&] {
        return caller.fields("map_review", Json::object())["blocked"].dump();
    };
    CHECK(has(blocked(), R"({"id":"T1","by":["Q1","R1"]})"));
    changed(caller, R"([{"op":"done","ids":"Q1,R1"}])");
    CHECK(!has(blocked(), R"("id":"T1")"));
    CHECK(!has(map_of(caller), "status: blocked"));
}

TEST_CASE("CM9 the delta is short, and every line of it reads back") {
    Caller caller;
    plan(caller);
    const std::string delta = caller.fields(
        "map_update",
        {{"delta", "+ [C9] Context: " + std::string(60, 'a') +
                       " and many more words to follow\n"
                       "~ [T2] - status: pending\n~ [T1] done\n= [Q1] On AWS\nx [R1]"}})["delta"];
    CHECK(has(delta, "- Added node: [C9] Context: "));
    CHECK(!has(delta, "to follow"));
    CHECK(has(delta, "- Added node: [C10] Context: On AWS"));
    CHECK(has(delta, "- Updated: [T2] - status: pending"));
    CHECK(has(delta, "- Done: [T1] Copy the data"));
    CHECK(has(delta, "- Resolved: [C10] --resolves--> [Q1]"));
    CHECK(has(delta, "- Removed: [R1] "));
    std::string again = delta;
    again.erase(again.find("- Removed"),
                again.find('\n', again.find("- Removed")) - again.find("- Removed"));
    CHECK(caller.fields("map_update", {{"delta", again}})["delta"] == "Map update: none");
}

TEST_CASE("CM2 a twin is known among any number of nodes with its words") {
    Caller caller;
    changed(caller, R"([{"type":"task","text":"Fix the build"}])");
    const std::vector<std::string> words{"fix", "the", "build", "test", "release"};
    for (std::size_t lot = 0; lot < 4; ++lot) {
        Json changes = Json::array();
        for (std::size_t i = 0; i < 625; ++i) {  // every row of four of these words
            std::string text;
            for (std::size_t n = i * 4 + lot, k = 0; k < 4; ++k, n /= 5)
                text += words[n % 5] + " ";
            changes.push_back({{"type", "task"},
                               {"text", text + std::to_string(lot * 625 + i)},
                               {"status", "pending"}});
        }
        caller.fields("map_update", {{"changes", changes}});
    }
    CHECK(changed(caller, R"([{"type":"task","text":"Fix the build"}])") == "Map update: none");
}

TEST_CASE("CM12 all faults at once, the map untouched") {
    Caller caller;
    plan(caller);
    const std::string before = map_of(caller);
    const auto error = refused(caller, R"([{"id":"T1","status":"done"},{"id":"T9","status":"done"},
                                           {"type":"decision","text":"x"},{"from":"T1","edge":"near","to":"T2"}])");
    std::vector<std::size_t> indices;
    for (const auto& problem : error.problems)
        indices.push_back(problem.index.value());
    CHECK(indices == std::vector<std::size_t>{1, 2, 3});
    CHECK(map_of(caller) == before);
}

TEST_CASE("CM13 a moved map is told with what happened; a turn lands once") {
    Caller caller;
    plan(caller);
    caller.update("~ [T2] pending");
    const auto error =
        caller.refusal("map_update", {{"delta", "~ [T1] done"}, {"expected_revision", 1}});
    CHECK(error.code == store::Code::conflict);
    CHECK(has(error.what(), "- Updated: [T2] - status: pending"));
    const Json first = {{"delta", "+ [$n] Context: A new fact"}, {"turn", "t-1"}};
    const Json reply = caller.fields("map_update", first);
    CHECK(caller.fields("map_update", first) == reply);
    CHECK(caller.fields("map_review", Json::object())["revision"] == reply["revision"]);
    const Json other = {{"delta", "+ [C] Context: Another fact"}, {"turn", "t-1"}};
    CHECK(has(caller.fields("map_update", other)["delta"].get<std::string>(), "Another fact"));
}

TEST_CASE("CM14 an old state comes back as a new revision") {
    Caller caller;
    plan(caller);
    const std::string before = map_of(caller);
    caller.update("x [T1]\n~ [T2] done\n~ [C1] Context: At most 45 minutes of downtime");
    caller.update("+ [T9] Task: Something else");
    CHECK(caller.fields("map_update", {{"restore", 1}})["revision"] == 4);
    CHECK(map_of(caller) == before);
    CHECK(caller.refusal("map_update", {{"restore", 9}}).problems[0].reason == "no_such_revision");
}

TEST_CASE("CM17 supersede by text adds, links and moves edges along") {
    Caller caller;
    plan(caller);
    caller.update("+ [C1] --blocks--> [T2]");
    const std::string delta = caller.fields(
        "map_update",
        {{"delta", "> [C1] At most 45 minutes - source: user - confidence: confirmed"}})["delta"];
    CHECK(has(delta, "- Superseded: [C2] --supersedes--> [C1]"));
    CHECK(has(delta, "- Moved edge: [C2] --supports--> [D1]"));
    CHECK(has(delta, "- Moved edge: [C2] --blocks--> [T2]"));
    CHECK(!has(map_of(caller), "[C1] --supports--> [D1]"));
}

TEST_CASE("CM17 resolve moves only what ends at the answered node; carry false moves nothing") {
    Caller caller;
    plan(caller);
    const std::string delta = changed(caller, R"([{"op":"resolve","id":"Q1","with":"D1"}])");
    CHECK(has(delta, "- Resolved: [D1] --resolves--> [Q1]"));
    CHECK(has(delta, "- Moved edge: [T1] --depends_on--> [D1]"));
    const std::string kept = changed(
        caller, R"([{"op":"supersede","id":"R1","text":"The copy is slow","carry":false}])");
    CHECK(!has(kept, "Moved edge"));
    CHECK(has(map_of(caller), "[R1] --blocks--> [T1]"));
}

TEST_CASE("CM17 only where the types allow nothing else the two ends are swapped") {
    Caller caller;
    plan(caller);
    const Json reply = caller.fields(
        "map_update",
        {{"changes", tools::parse_json(R"([{"op":"resolve","id":"D1","with":"Q1"}])")}});
    CHECK(has(reply["delta"].get<std::string>(), "- Resolved: [D1] --resolves--> [Q1]"));
    CHECK(reply["attention"][0]["kind"] == "note");
}

TEST_CASE("CM17 merge moves edges, summarize archives and drops them") {
    Caller caller;
    plan(caller);
    const std::string merged = changed(caller, R"([{"op":"merge","ids":["T2"],"into":"T1"}])");
    CHECK(has(merged, "- Merged: [T2] into [T1]"));
    const std::string delta = changed(
        caller, R"([{"op":"summarize","ids":["R1","Q1"],"text":"Region and speed are settled"}])");
    CHECK(has(delta, "[C2] Context: Region and speed are settled"));
    CHECK(has(map_of(caller), "[R1] Risk: The copy takes too long - status: archived"));
    CHECK(!has(map_of(caller), "[R1] --"));
}

TEST_CASE("exactly one form is given") {
    Caller caller;
    CHECK(caller.refusal("map_update", Json::object()).problems[0].reason == "one_form");
    CHECK(caller.refusal("map_update", {{"delta", ""}, {"restore", 0}}).problems[0].reason ==
          "one_form");
    CHECK(caller.fields("map_update", {{"delta", "Map update: none"}})["delta"] ==
          "Map update: none");
}
