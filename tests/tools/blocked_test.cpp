#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

using tests::Caller;
using tools::Json;

namespace {

/// What holds T1 up when it has one edge of a kind with a node; "" when nothing does.
std::string held(const std::string& node, const std::string& edge, const std::string& task = "") {
    Caller caller;
    caller.update("+ [T1] Task: Work" + task + "\n+ " + node + "\n+ " + edge);
    const Json blocked = caller.fields("map_review", {{"view", "complete"}})["blocked"];
    std::string out;
    for (const Json& entry : blocked)
        if (entry["id"] == "T1") out += entry["by"].dump();
    return out;
}

}  // namespace

TEST_CASE("CM4 a node is blocked by what is active and blocks it") {
    const std::string edge = "[R1] --blocks--> [T1]";
    CHECK(held("[R1] Risk: x - status: active", edge) == "[\"R1\"]");
    for (const char* other : {"", " - status: pending", " - status: blocked", " - status: done",
                              " - status: superseded", " - status: archived"})
        CHECK(held(std::string("[R1] Risk: x") + other, edge).empty());
}

TEST_CASE("CM4 a node waits for what it depends on and is unfinished") {
    const auto waits_for = [](const std::string& node) {
        return held(node, "[T1] --depends_on--> " + node.substr(0, 4));
    };
    for (const char* work : {"[G1] Goal: x", "[T2] Task: x", "[Q1] Question: x - impact: y",
                             "[R1] Risk: x", "[T2] Task: x - status: active"})
        CHECK(waits_for(work) == "[\"" + std::string(work).substr(1, 2) + "\"]");
    for (const char* settled :
         {"[C1] Context: x", "[P1] Preference: x", "[D1] Decision: x - reason: y",
          "[A1] Artifact: x", "[A1] Artifact: x - status: active", "[T2] Task: x - status: done",
          "[Q1] Question: x - impact: y - status: superseded"})
        CHECK(waits_for(settled).empty());
    for (const char* unsettled :
         {"[D1] Decision: x - reason: y - status: pending", "[A1] Artifact: x - status: blocked"})
        CHECK_FALSE(waits_for(unsettled).empty());
}

TEST_CASE("CM4 a closed node is never blocked, and its stored status stays its own") {
    const std::string risk = "[R1] Risk: x - status: active";
    const std::string edge = "[R1] --blocks--> [T1]";
    for (const char* closed : {" - status: done", " - status: archived"})
        CHECK(held(risk, edge, closed).empty());
    Caller caller;
    caller.update("+ [T1] Task: Work - status: active\n+ " + risk + "\n+ " + edge);
    const Json fields = caller.fields("map_review", Json::object());
    CHECK(fields["text"].get<std::string>().find("[T1] Task: Work - status: active") !=
          std::string::npos);
    CHECK(fields["blocked"][0]["id"] == "T1");
}

TEST_CASE("CM4 blocking counts direct edges only, each blocker once") {
    Caller caller;
    caller.update(
        "+ [T1] Task: a\n+ [T2] Task: b\n+ [T3] Task: c - status: active\n"
        "+ [T1] --depends_on--> [T2]\n+ [T2] --depends_on--> [T3]\n"
        "+ [T3] --blocks--> [T2]");
    CHECK(caller.fields("map_review", Json::object())["blocked"] ==
          Json::parse(R"([{"id":"T1","by":["T2"]},{"id":"T2","by":["T3"]}])"));
}
