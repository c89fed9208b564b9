#include "tools/map/focus.hpp"

#include "store/space.hpp"
#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tools/map/mention.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/tokens.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

using tests::Caller;
using tools::Json;
namespace map = tools::map;

namespace {

/// Changes one node so often that no other one is recent.
void grow_old(Caller& caller) {
    for (int i = 0; i < 12; ++i)
        caller.update("~ [A1] - confidence: " + std::string(i % 2 == 0 ? "assumed" : "confirmed"));
}

/// Two goals with work of their own, and what is over.
void trips(Caller& caller) {
    caller.update(
        "+ [G1] Goal: Take the family to the islands in July - status: active\n"
        "+ [T1] Task: Book the catamaran for four - status: active\n"
        "+ [T2] Task: Book the cottage at the bay - status: pending\n"
        "+ [Q1] Question: Which day does it sail? - status: pending - impact: fixes all bookings\n"
        "+ [R1] Risk: Strong wind cancels the catamaran - status: active\n"
        "+ [C1] Context: Ida gets seasick - source: user - confidence: confirmed\n"
        "+ [D1] Decision: Take the slow ferry - status: superseded - reason: cheap\n"
        "+ [D2] Decision: Cross by catamaran - status: active - reason: shorter\n"
        "+ [A1] Artifact: plans/itinerary.md, day by day - status: active\n"
        "+ [G2] Goal: Repaint the kitchen - status: active\n"
        "+ [T9] Task: Buy lime paint - status: pending\n"
        "+ [C9] Context: The old grandmother clock stays\n"
        "+ [T8] Task: Sort the attic - status: done\n"
        "+ [R8] Risk: Nobody needs this - status: active\n"
        "+ [T1] --supports--> [G1]\n+ [T2] --supports--> [G1]\n+ [T2] --depends_on--> [T1]\n"
        "+ [Q1] --blocks--> [T1]\n+ [R1] --blocks--> [T1]\n+ [C1] --supports--> [D2]\n"
        "+ [D2] --supersedes--> [D1]\n+ [D2] --supports--> [T1]\n+ [T1] --updates--> [A1]\n"
        "+ [T9] --supports--> [G2]\n+ [C9] --supports--> [T9]\n+ [T8] --supports--> [G2]");
    grow_old(caller);
}

Json focus(Caller& caller, const std::string& request, Json more = Json::object()) {
    more["request"] = request;
    return caller.fields("map_focus", more);
}

bool inside(const Json& reply, const std::string& id) {
    return reply["why"].contains(id);
}

}  // namespace

TEST_CASE("CM6 a named task brings its blockers and dependencies, open questions too") {
    Caller caller;
    trips(caller);
    const Json reply = focus(caller, "What is in the way of t1?");
    CHECK(reply["why"]["T1"] == "mentioned");
    CHECK(reply["why"]["Q1"] == "blocks");
    CHECK(reply["why"]["R1"] == "blocks");
    CHECK(reply["why"]["T2"] == "depends_on");
    CHECK(reply["why"]["G1"] == "goal");
    CHECK(reply["why"]["D2"] == "explains");
    CHECK(reply["blocked"].dump().find(R"({"id":"T1","by":["R1"]})") != std::string::npos);
    CHECK_FALSE(inside(reply, "G2"));
}

TEST_CASE("CM6 what a shown task waits for is shown where there is room") {
    Caller caller;
    std::string delta =
        "+ [G1] Goal: Open the bakery in May - status: active\n"
        "+ [T1] Task: Fire the oven for a trial - status: active\n"
        "+ [T2] Task: Have the chimney signed off - status: pending\n"
        "+ [T3] Task: Paint the sign - status: pending\n"
        "+ [T4] Task: Measure the shaft - status: pending\n"
        "+ [A1] Artifact: notes.txt\n"
        "+ [T1] --supports--> [G1]\n+ [T3] --supports--> [G1]\n"
        "+ [T1] --depends_on--> [T2]\n+ [T2] --depends_on--> [T4]";
    int number = 0;
    for (const char* fact : {"Flour comes on Mondays", "The landlord lives upstairs",
                             "Rye sells best", "The scale shows grams", "Water is hard here",
                             "The cellar is dry", "Neighbours rise late", "Salt is kept outside"}) {
        const std::string id = "[C" + std::to_string(++number) + "]";
        delta += "\n+ " + id + " Context: " + fact + "\n+ " + id + " --supports--> [T1]";
    }
    caller.update(delta);
    grow_old(caller);
    const Json reply = focus(caller, "Can we try the oven?");
    CHECK(reply["blocked"].dump().find(R"({"id":"T2","by":["T4"]})") != std::string::npos);
    CHECK(inside(reply, "T4"));
}

TEST_CASE("CM6 done, superseded and isolated nodes of another subject stay out") {
    Caller caller;
    trips(caller);
    const Json reply = focus(caller, "Is the catamaran booked?");
    for (const char* id : {"D1", "T8", "R8", "T9"})
        CHECK_FALSE(inside(reply, id));
}

TEST_CASE("CM6 words find nodes in any form, what replaced an old decision and other words") {
    Caller caller;
    trips(caller);
    CHECK(focus(caller, "booking cottages")["why"]["T2"] == "matched");
    CHECK(inside(focus(caller, "why not the slow ferry"), "D2"));
    CHECK(focus(caller, "what about granny")["why"]["C9"] == "matched");
}

TEST_CASE("CM6 a text that was replaced no longer brings its node") {
    Caller caller;
    trips(caller);
    caller.update("~ [C9] Context: The barometer stays");
    CHECK(focus(caller, "grandmother clock")["why"]["C9"] == "recent");
    grow_old(caller);
    CHECK_FALSE(inside(focus(caller, "grandmother clock"), "C9"));
    CHECK(focus(caller, "barometer")["why"]["C9"] == "matched");
}

TEST_CASE("CM6 an artifact is named by its path and brings its neighbours") {
    Caller caller;
    trips(caller);
    const Json reply = focus(caller, "Open `plans/itinerary.md`, please.");
    CHECK(reply["why"]["A1"] == "artifact");
    CHECK(inside(reply, "T1"));
}

TEST_CASE("CM6 mentions are ids or the words of a node") {
    Caller caller;
    trips(caller);
    const Json reply = focus(caller, "go on", {{"mentions", {"[c1]", "buy lime paint"}}});
    CHECK(reply["why"]["C1"] == "mentioned");
    CHECK(reply["why"]["T9"] == "mentioned");
}

TEST_CASE("CM6 a request that says nothing gets the goal changed last") {
    Caller caller;
    trips(caller);
    caller.update("~ [G2] - confidence: confirmed");
    CHECK(focus(caller, "please go on")["why"]["G2"] == "goal");
}

TEST_CASE("CM6 what is open shows tasks and questions, those that nothing is tied to as well") {
    Caller caller;
    caller.update(
        "+ [T1] Task: Call the printer\n+ [T2] Task: Fold the maps - status: done\n"
        "+ [Q1] Question: Which paper? - impact: the price");
    const std::string text = caller.text("map_focus", {{"request", "What is open?"}});
    CHECK(text.find("[T1]") != std::string::npos);
    CHECK(text.find("[Q1]") != std::string::npos);
    CHECK(text.find("[T2]") == std::string::npos);
}

TEST_CASE("CM6 a small budget keeps what is named first and counts the rest") {
    Caller caller;
    trips(caller);
    const Json two = focus(caller, "What is in the way of T1?", {{"max_nodes", 2}});
    CHECK(two["why"].size() == 2);
    CHECK(inside(two, "T1"));
    CHECK(two["left_out"] > 3);
    const Json few = focus(caller, "What is in the way of T1?", {{"max_tokens", 120}});
    CHECK(few["tokens"] <= 120);
    CHECK(inside(few, "T1"));
}

TEST_CASE("CM6 when the budget binds, what the request says comes before a goal's other work") {
    Caller caller;
    std::string delta =
        "+ [G1] Goal: Move the orders to the new database - status: active\n"
        "+ [R1] Risk: The nightly reads break - status: active - mitigation: a view\n"
        "+ [R1] --blocks--> [G1]\n"
        "+ [C1] Context: Finance reads the table every night at two - source: user\n"
        "+ [C1] --supports--> [R1]\n"
        "+ [P1] Preference: Short answers, in bullets - source: user - confidence: confirmed\n";
    for (int i = 1; i <= 14; ++i) {
        const std::string id = "[T" + std::to_string(i) + "]";
        delta += "+ " + id + " Task: Chore number " + std::to_string(i) +
                 "\n+ [G1] --depends_on--> " + id + "\n";
    }
    caller.update(delta);
    const std::string text =
        caller.text("map_focus",
                    {{"request", "Finance no longer needs the nightly reads."}, {"max_nodes", 10}});
    for (const char* id : {"[G1]", "[R1]", "[C1]", "[P1]"}) {
        INFO(id << " in\n" << text);
        CHECK(text.find(id) != std::string::npos);
    }
}

TEST_CASE("CM6 both forms of the answer say the same") {
    Caller caller;
    trips(caller);
    const auto outcome = caller.call("map_focus", {{"request", "T1"}});
    const std::string map = outcome.structured["text"];
    CHECK(outcome.text.find(map) != std::string::npos);
    CHECK(outcome.text.find("Why: goal G1; mentioned T1;") != std::string::npos);
    CHECK(outcome.structured["tokens"] == tools::estimate_tokens(map).value);
    CHECK(outcome.structured["counter"] == "estimate");
    CHECK(outcome.structured["next_ids"].size() == 8);
}

TEST_CASE("CM6 an unknown map gives an empty focus with a hint") {
    Caller caller;
    const auto outcome = caller.call("map_focus", {{"request", "anything"}});
    CHECK(outcome.structured["text"] == "");
    CHECK(outcome.text.find("is empty") != std::string::npos);
}

TEST_CASE("CM6 a focus of any map keeps its budget and shows whole edges") {
    std::mt19937 random(GENERATE(1U, 2U, 3U, 4U));
    Caller caller;
    const std::string letters = "GCPTQRA";
    const std::vector<std::string> types{"Goal",     "Context", "Preference", "Task",
                                         "Question", "Risk",    "Artifact"};
    std::string delta;
    for (int i = 1; i <= 60; ++i) {
        const std::size_t type = random() % types.size();
        delta += "+ [" + std::string(1, letters[type]) + std::to_string(i) + "] " + types[type] +
                 ": word" + std::to_string(random() % 20) + " thing" + std::to_string(i) +
                 (type == 4 ? " - impact: some" : "") + "\n";
    }
    caller.update(delta);
    for (int i = 0; i < 20; ++i) {
        const std::int64_t nodes = 1 + static_cast<std::int64_t>(random() % 30);
        const std::int64_t tokens = 50 + static_cast<std::int64_t>(random() % 500);
        const Json reply = focus(caller, "word" + std::to_string(random() % 20) + " T7 and G3",
                                 {{"max_nodes", nodes}, {"max_tokens", tokens}});
        CHECK(reply["why"].size() <= static_cast<std::size_t>(nodes));
        CHECK(reply["tokens"] <= tokens);
        const std::string text = reply["text"];
        for (const auto& [id, why] : reply["why"].items())
            CHECK(text.find("- [" + id + "] ") != std::string::npos);
    }
}

TEST_CASE("CM6 a focus reads a bounded part of a large map, hubs included") {
    Caller caller;
    for (int block = 0; block < 8; ++block) {
        std::string delta = block == 0 ? "+ [G1] Goal: Everything at once - status: active\n" : "";
        for (int i = 1; i <= 250; ++i) {
            const std::string id = std::to_string(block * 250 + i);
            delta += "+ [T" + id + "] Task: piece " + id + " of the work - status: active\n";
            delta += "+ [T" + id + "] --supports--> [G1]\n";
            if (i > 1)
                delta +=
                    "+ [T" + id + "] --next--> [T" + std::to_string(block * 250 + i - 1) + "]\n";
        }
        caller.update(delta);
    }
    std::size_t read = 0;
    std::size_t edges = 0;
    const auto found = caller.store.read([&](const store::ReadTxn& txn) {
        const auto space = store::find_space(txn, "local", store::SpaceKind::map, "main");
        map::Reader reader = map::reader(txn, space.value());
        const auto nearby = reader.nearby;
        reader.nearby = [&](std::span<const map::NodeId> ids, std::size_t most) {
            auto entries = nearby(ids, most);
            read += entries.size();
            for (const auto& entry : entries)
                if (entry) edges += entry->out.size() + entry->in.size();
            return entries;
        };
        reader.entries =
            [&](std::span<const map::NodeId>) -> std::vector<std::optional<map::Entry>> {
            FAIL("a focus read whole entries");
            return {};
        };
        map::FocusRequest request;
        request.request = "How far is T700, and piece 1300?";
        return map::focus(reader, request, caller.estimate);
    });
    CHECK(found.nodes.size() > 8);
    CHECK(read < 250);
    CHECK(edges < 1'500);
}

TEST_CASE("ids are named where they stand alone") {
    const auto named = [](std::string_view text) {
        std::string out;
        for (const map::NodeId id : map::named_ids(text))
            out += map::to_string(id) + " ";
        return out;
    };
    CHECK(named("Take T5 next, then q12: (R3)? `A1`.") == "T5 Q12 R3 A1 ");
    CHECK(named("T5, t5 and T5.") == "T5 ");
    CHECK(named("src/t1/x.cpp d3.js AT4 T4x T-1 T0 T #T3 t1@b.c T1234567890").empty());
}

TEST_CASE("a name stands in a text as a whole") {
    CHECK(map::stands_in("src/kernel.cpp", "open `src/kernel.cpp`, please."));
    CHECK(map::stands_in("kernel.cpp", "in kernel.cpp."));
    CHECK_FALSE(map::stands_in("kernel.cpp", "in src/kernel.cpp"));
    CHECK_FALSE(map::stands_in("kernel.cpp", "in kernel.cpp.orig"));
    CHECK_FALSE(map::stands_in("", "anything"));
    CHECK(map::path_of("runbook.md, the instructions") == "runbook.md");
    CHECK(map::path_of("plans/a.ods: costs") == "plans/a.ods");
    CHECK(map::path_of("The list of guests").empty());
}
