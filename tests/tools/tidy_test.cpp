#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <map>

using tests::Caller;
using tools::Json;

namespace {

/// id -> reason of every proposal.
std::map<std::string, std::string> proposed(Caller& caller) {
    std::map<std::string, std::string> out;
    const Json fields = caller.fields("map_tidy", {{"limit", 100}});
    for (const Json& proposal : fields["proposals"])
        for (const Json& id : proposal["ids"])
            out[id] = proposal["reason"];
    return out;
}

/// Lets revisions pass without touching what is there.
void age(Caller& caller, int revisions) {
    caller.update("+ [A99] Artifact: clock\n+ [T99] Task: tick\n+ [T99] --updates--> [A99]");
    for (int i = 1; i < revisions; ++i)
        caller.update("~ [T99] Task: tick " + std::to_string(i));
}

using Reasons = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("CM11 what can go is proposed with its reason") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship\n"
        "+ [T1] Task: Finished, nothing refers to it - status: done\n"
        "+ [T2] Task: Finished, an open goal refers to it - status: done\n"
        "+ [G1] --depends_on--> [T2]\n"
        "+ [C1] Context: Alone\n"
        "+ [C2] Context: Budget is 200 GB - confidence: assumed\n"
        "+ [C3] Context: The region is west\n+ [C3] --supports--> [G1]\n"
        "+ [C4] Context: the regions are West!\n+ [C4] --supports--> [G1]\n"
        "+ [C5] Context: Maybe a proxy - source: inferred - confidence: uncertain\n"
        "+ [C5] --supports--> [G1]\n"
        "+ [D1] Decision: Old and unrelated - reason: once");
    caller.update("> [C2] Budget is 500 GB - source: user - confidence: confirmed");
    age(caller, 25);
    CHECK(proposed(caller) == Reasons{{"T1", "finished"},
                                      {"C1", "isolated"},
                                      {"C2", "superseded"},
                                      {"C3", "repeated"},
                                      {"C4", "repeated"},
                                      {"C5", "unconfirmed"},
                                      {"D1", "stale_decision"},
                                      {"G1", "closed_edge"}});
}

TEST_CASE("CM11 nothing of the keep list is ever proposed") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship - source: inferred - confidence: uncertain\n"
        "+ [P1] Preference: Short answers\n"
        "+ [C1] Context: Confirmed constraint - source: user - confidence: confirmed\n"
        "+ [T1] Task: Active, alone\n"
        "+ [D1] Decision: Binds T1 - reason: x\n+ [D1] --supports--> [T1]\n"
        "+ [C2] Context: Explains D1\n+ [C2] --supports--> [D1]\n"
        "+ [Q1] Question: Blocks T1 - impact: x - source: inferred - confidence: uncertain\n"
        "+ [Q1] --blocks--> [T1]\n"
        "+ [R1] Risk: Alone\n"
        "+ [C3] Context: Doubtful, but T1 waits for it - source: inferred - confidence: uncertain\n"
        "+ [T1] --depends_on--> [C3]\n"
        "+ [Q2] Question: Which one was it? - impact: x\n+ [D1] --resolves--> [Q2]\n"
        "+ [C4] Context: Replaced, and T1 still refers to it\n"
        "+ [C4] --supports--> [T1]\n+ [C5] Context: New\n+ [C5] --supersedes--> [C4]\n"
        "+ [C5] --supports--> [T1]");
    age(caller, 25);
    CHECK(proposed(caller).empty());
    CHECK(caller.text("map_tidy", Json::object()).find("Nothing to tidy") != std::string::npos);
}

TEST_CASE("what is proposed can be sent back as it is, until nothing is left") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship\n+ [T1] Task: a - status: done\n+ [T2] Task: b - status: done\n"
        "+ [G1] --depends_on--> [T1]\n+ [C1] Context: Same words\n+ [C2] Context: same WORDS\n"
        "+ [C1] --supports--> [G1]\n+ [C2] --supports--> [G1]\n+ [C3] Context: Alone");
    for (int round = 0; round < 5; ++round) {
        const Json proposals = caller.fields("map_tidy", Json::object())["proposals"];
        if (proposals.empty()) break;
        Json changes = Json::array();
        for (const Json& proposal : proposals)
            for (const Json& change : proposal["changes"])
                changes.push_back(change);
        caller.call("map_update", {{"changes", changes}});
    }
    CHECK(proposed(caller).empty());
    CHECK(caller.fields("map_review", {{"view", "complete"}})["text"] ==
          "## Nodes\n- [G1] Goal: Ship\n- [C1] Context: Same words\n\n"
          "## Relationships\n- [C1] --supports--> [G1]\n");
}

TEST_CASE("tidying looks only, says how much is left and shows what to send") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 1; i <= 30; ++i)
        nodes.push_back({{"type", "context"}, {"text", "note number " + std::to_string(i)}});
    caller.call("map_update", {{"changes", nodes}});
    const auto [fields, text] = caller.call("map_tidy", {{"limit", 3}});
    CHECK(fields["proposals"].size() == 3);
    CHECK(fields["left"] == 27);
    CHECK(fields["revision"] == 1);
    CHECK(text.find("{\"op\":\"remove\",\"id\":\"C1\"}") != std::string::npos);
    CHECK(text.find("[C1] note number 1") != std::string::npos);
    CHECK(text.find("27 more") != std::string::npos);
    CHECK(caller.fields("map_review", Json::object())["revision"] == 1);
    CHECK(caller.refusal("map_tidy", {{"limit", 0}}).problems.front().path == "/limit");
}

TEST_CASE("a large untidy map is proposed within the bounds of a reply") {
    Caller caller;
    for (int batch = 0; batch < 3; ++batch) {
        Json nodes = Json::array();
        for (int i = 0; i < 1000; ++i)
            nodes.push_back({{"type", "context"}, {"text", std::string(490, '"') + " same"}});
        for (std::size_t i = 0; i < nodes.size(); ++i)
            nodes[i]["id"] = "C" + std::to_string(1 + 1000 * batch + static_cast<int>(i));
        caller.call("map_update", {{"changes", nodes}});
    }
    const auto [fields, text] = caller.call("map_tidy", {{"limit", 100}});
    CHECK(Json(text).dump().size() + fields.dump().size() < 65'536);
    CHECK(fields["left"].get<int>() > 0);
}

TEST_CASE("CM7 a passed limit is told where there is nothing else to tidy") {
    Caller caller;
    std::string tasks = "+ [G1] Goal: Ship\n";
    for (int i = 1; i <= 9; ++i)
        tasks += "+ [T" + std::to_string(i) + "] Task: step " + std::to_string(i) +
                 " of the move\n+ [G1] --depends_on--> [T" + std::to_string(i) + "]\n";
    caller.update(tasks);
    const auto reply = caller.call("map_tidy", Json::object());
    REQUIRE(reply.structured["attention"].size() == 1);
    CHECK(reply.structured["attention"][0]["kind"] == "limit");
    CHECK(reply.text.find("active tasks 9 of at most 7") != std::string::npos);
    CHECK(reply.text.find("Nothing to tidy") == std::string::npos);
}
