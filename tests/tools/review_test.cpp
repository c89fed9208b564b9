#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hostile.hpp"
#include "tools/map/listing.hpp"

#include <set>

using tests::Caller;
using tools::Json;

namespace {

/// 400 nodes of 200 characters and 600 edges (case M20).
void fill_large(Caller& caller) {
    Json changes = Json::array();
    for (int i = 1; i <= 400; ++i)
        changes.push_back({{"type", "context"},
                           {"id", "C" + std::to_string(i)},
                           {"text", std::to_string(i) + " " + std::string(196, 'x')}});
    for (int i = 1; i <= 600; ++i)
        changes.push_back({{"from", "C" + std::to_string(1 + i % 400)},
                           {"edge", i <= 400 ? "supports" : "updates"},
                           {"to", "C" + std::to_string(1 + (i * 7 + 3) % 400)}});
    caller.call("map_update", {{"changes", changes}});
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto end = std::min(text.find('\n', at), text.size());
        if (end > at) out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

/// Every page of a review, one after the other.
std::vector<tests::Answer> pages(Caller& caller, Json arguments) {
    std::vector<tests::Answer> out;
    for (;;) {
        out.push_back(caller.call("map_review", arguments));
        const Json& fields = out.back().structured;
        if (!fields.contains("next_cursor")) return out;
        arguments = {{"cursor", fields["next_cursor"]}};
    }
}

}  // namespace

TEST_CASE("a review shows the map in the text form, and what the next update needs") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship the pilot - source: user\n"
        "+ [T1] Task: Write the report\n"
        "+ [Q1] Question: Which region? - status: pending - impact: blocks the contract\n"
        "+ [G1] --depends_on--> [T1]\n"
        "+ [T1] --depends_on--> [Q1]");
    const auto [fields, text] = caller.call("map_review", Json::object());
    const std::string map =
        "## Nodes\n"
        "- [G1] Goal: Ship the pilot - source: user\n"
        "- [T1] Task: Write the report\n"
        "- [Q1] Question: Which region? - status: pending - impact: blocks the contract\n"
        "\n"
        "## Relationships\n"
        "- [G1] --depends_on--> [T1]\n"
        "- [T1] --depends_on--> [Q1]\n";
    CHECK(fields["text"] == map);
    CHECK(fields["conversation"] == "main");
    CHECK(fields["revision"] == 1);
    CHECK(fields["next_ids"] == Json{"G2", "C1", "P1", "T2", "D1", "Q2", "R1", "A1"});
    CHECK(fields["blocked"] == Json::parse(R"([{"id":"G1","by":["T1"]},{"id":"T1","by":["Q1"]}])"));
    CHECK_FALSE(fields.contains("next_cursor"));
    for (const char* part : {"revision 1", "3 nodes", "G1 by T1", "Next ids: G2 C1"})
        CHECK(text.find(part) != std::string::npos);
    CHECK(text.find(map) != std::string::npos);
}

TEST_CASE("an unknown map reads as an empty one with a hint") {
    Caller caller;
    const auto [fields, text] = caller.call("map_review", {{"conversation", "nowhere"}});
    CHECK(fields["text"] == "");
    CHECK(fields["revision"] == 0);
    CHECK(text.find("map_list") != std::string::npos);
    CHECK(fields["note"].get<std::string>().find("map_list") != std::string::npos);
    CHECK(text.find("nowhere") != std::string::npos);
}

TEST_CASE("the active view leaves out what is closed, the complete one nothing") {
    Caller caller;
    caller.update(
        "+ [T1] Task: Done work - status: done\n"
        "+ [T2] Task: Open work\n"
        "+ [T2] --depends_on--> [T1]");
    const auto active = caller.call("map_review", Json::object());
    CHECK(active.structured["text"] == "## Nodes\n- [T2] Task: Open work\n");
    CHECK(active.text.find("1 closed node left out") != std::string::npos);
    const Json complete = caller.fields("map_review", {{"view", "complete"}});
    CHECK(complete["text"] ==
          "## Nodes\n- [T1] Task: Done work - status: done\n- [T2] Task: Open work\n\n"
          "## Relationships\n- [T2] --depends_on--> [T1]\n");
}

TEST_CASE("since_revision shows what changed after it and names what is gone") {
    Caller caller;
    caller.update("+ [C1] Context: Old\n+ [C2] Context: Goes\n+ [T1] Task: Stays");
    caller.update("+ [C3] Context: New\nx [C2]\n+ [C3] --supports--> [T1]");
    const auto [fields, text] = caller.call("map_review", {{"since_revision", 1}});
    CHECK(fields["text"] ==
          "## Nodes\n- [C3] Context: New\n- [T1] Task: Stays\n\n"
          "## Relationships\n- [C3] --supports--> [T1]\n");
    CHECK(fields["removed"] == Json{"C2"});
    CHECK(text.find("Removed: C2") != std::string::npos);
    CHECK(caller.fields("map_review", {{"since_revision", 2}})["text"] == "");
    CHECK(caller.refusal("map_review", {{"since_revision", 3}}).code == store::Code::invalid);
}

TEST_CASE("M20 a long map comes in bounded pages without gap or repeat") {
    Caller caller;
    fill_large(caller);
    const std::string view = GENERATE("active", "complete");
    const auto all = pages(caller, {{"view", view}});
    REQUIRE(all.size() > 1);
    std::set<std::string> seen;
    std::size_t nodes = 0;
    for (const auto& [fields, text] : all) {
        CHECK(text.size() < 60'000);
        CHECK(text.size() + fields.dump().size() < 65'536);
        CHECK((text.find("Left: ") != std::string::npos) == fields.contains("next_cursor"));
        CHECK(fields.contains("left") == fields.contains("next_cursor"));
        for (const std::string& line : lines(fields["text"])) {
            if (line.starts_with("## ")) continue;
            INFO(line);
            CHECK(seen.insert(line).second);
            nodes += line.find("Context: ") == std::string::npos ? 0 : 1;
        }
    }
    CHECK(nodes == 400);
    CHECK(seen.size() == 1000);
    CHECK(all.front().text.find("Left: ") != std::string::npos);
}

TEST_CASE("a page tells how many nodes are left") {
    Caller caller;
    fill_large(caller);
    const auto first = caller.call("map_review", Json::object());
    const auto shown = lines(first.structured["text"]).size() - 1;
    const std::string left = "Left: " + std::to_string(400 - shown) + " nodes";
    CHECK(first.text.find(left) != std::string::npos);
}

TEST_CASE("a node with more edges than a page holds is shown whole") {
    Caller caller;
    Json changes = Json::array({{{"type", "goal"}, {"id", "G1"}, {"text", "Hub"}}});
    for (int i = 1; i <= 1500; ++i)
        changes.push_back({{"type", "task"},
                           {"id", "T" + std::to_string(i)},
                           {"text", "x"},
                           {"next", Json::array()}});
    caller.call("map_update", {{"changes", changes}});
    changes = Json::array();
    for (int i = 1; i <= 1500; ++i)
        changes.push_back(
            {{"from", "G1"}, {"edge", "depends_on"}, {"to", "T" + std::to_string(i)}});
    caller.call("map_update", {{"changes", changes}});
    std::size_t edges = 0;
    for (const auto& [fields, text] : pages(caller, Json::object())) {
        CHECK(text.size() + fields.dump().size() < 65'536);
        for (const std::string& line : lines(fields["text"]))
            edges += line.find("--depends_on-->") == std::string::npos ? 0 : 1;
    }
    CHECK(edges == 1500);
}

TEST_CASE("the last page says when the map changed under the reader") {
    Caller caller;
    fill_large(caller);
    const Json first = caller.fields("map_review", Json::object());
    caller.update("+ [T1] Task: Meanwhile");
    const auto next = caller.call("map_review", {{"cursor", first["next_cursor"]}});
    CHECK(next.text.find("changed since the first page") != std::string::npos);
}

TEST_CASE("a cursor that is none is refused, an empty one starts") {
    Caller caller;
    caller.update("+ [T1] Task: x");
    const std::string bad = GENERATE("x", "a1", "a1.2.3.n", "b1.0..n.", "a1.0..n.T0",
                                     "a1.0..e.T1-9-T2", "a1.0..e.T1", "a-1.0..n.T1", "a1.0.x.n.");
    CHECK(caller.refusal("map_review", {{"cursor", bad}}).problems.front().path == "/cursor");
    CHECK(caller.fields("map_review", {{"cursor", ""}})["revision"] == 1);
}

TEST_CASE("cursors read back as they were written") {
    using namespace tools::map;
    Cursor cursor;
    cursor.view = GENERATE(View::active, View::complete);
    cursor.revision = 17;
    cursor.shown = 250;
    if (GENERATE(false, true)) cursor.since = 0;
    cursor.edges = GENERATE(false, true);
    if (cursor.edges)
        cursor.edge = Edge{{NodeType::task, 1}, EdgeKind::next, {NodeType::question, 999'999'999}};
    else
        cursor.node = NodeId{NodeType::artifact, 12};
    const auto read = read_cursor(to_string(cursor));
    REQUIRE(read);
    CHECK(to_string(*read) == to_string(cursor));
    CHECK(read->since == cursor.since);
    CHECK(read->edge == cursor.edge);
    CHECK(read->node == cursor.node);
}

TEST_CASE("CM15 hostile words add no line to a review and hide nothing") {
    Caller caller;
    std::size_t count = 0;
    Json changes = Json::array();
    for (const std::string& words : tests::hostile_words())
        changes.push_back({{"type", "context"}, {"text", words}});
    for (const Json& change : changes) {
        caller.call("map_update", {{"changes", Json::array({change})}});
        ++count;
    }
    std::size_t nodes = 0;
    for (const auto& [fields, text] : pages(caller, Json::object())) {
        for (const std::string& line : lines(fields["text"])) {
            if (line == "## Nodes") continue;
            CHECK(line.starts_with("- [C"));
            ++nodes;
        }
        for (const char* hidden : {"\xE2\x80\xAE", "\xE2\x80\x8B", "\xF3\xA0\x81\xA8"})
            CHECK(text.find(hidden) == std::string::npos);
    }
    CHECK(nodes == count);
}

TEST_CASE("maps are listed by name, a page at a time") {
    Caller caller;
    CHECK(caller.fields("map_list", Json::object())["maps"].empty());
    for (int i = 0; i < 120; ++i)
        caller.call("map_update", {{"conversation", "talk " + std::to_string(1000 + i)},
                                   {"delta", "+ [T1] Task: x"}});
    Json arguments = Json::object();
    std::vector<std::string> names;
    for (;;) {
        const auto [fields, text] = caller.call("map_list", arguments);
        for (const Json& map : fields["maps"]) {
            names.push_back(map["conversation"]);
            CHECK(map["revision"] == 1);
            CHECK(text.find(names.back()) != std::string::npos);
        }
        if (!fields.contains("next_cursor")) break;
        CHECK(text.find("Send map_list") != std::string::npos);
        arguments = {{"cursor", fields["next_cursor"]}};
    }
    REQUIRE(names.size() == 120);
    CHECK(names.front() == "talk 1000");
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == 120);
}

TEST_CASE("one tenant's maps are not listed or shown to another") {
    Caller caller;
    caller.update("+ [T1] Task: secret");
    caller.principal.tenant = "other";
    CHECK(caller.fields("map_list", Json::object())["maps"].empty());
    CHECK(caller.fields("map_review", Json::object())["text"] == "");
}
