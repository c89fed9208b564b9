#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hostile.hpp"

using tests::Caller;
using tools::Json;

namespace {

void fill(Caller& caller) {
    caller.update(
        "+ [G1] Goal: Ship - source: user - confidence: confirmed\n"
        "+ [Q1] Question: Which region? - status: pending - impact: blocks T1\n"
        "+ [T1] Task: Build - status: blocked\n+ [D1] Decision: West - reason: cheaper\n"
        "+ [R1] Risk: Late - mitigation: start early\n"
        "+ [G1] --depends_on--> [T1]\n+ [T1] --depends_on--> [Q1]\n+ [R1] --blocks--> [T1]");
}

std::string whole(Caller& caller, const std::string& conversation) {
    return caller.fields("map_review",
                         {{"conversation", conversation}, {"view", "complete"}})["text"];
}

}  // namespace

TEST_CASE("an exported map comes back in as it was, from either form") {
    Caller caller;
    fill(caller);
    const std::string text = caller.fields("map_export", Json::object())["text"];
    const std::string json = caller.fields("map_export", {{"format", "json"}})["text"];
    caller.call("map_import", {{"conversation", "a"}, {"text", text}, {"mode", "new"}});
    caller.call("map_import", {{"conversation", "b"}, {"json", json}});
    caller.call("map_import", {{"conversation", "c"}, {"json", Json::parse(json)}});
    for (const char* copy : {"a", "b", "c"})
        CHECK(whole(caller, copy) == whole(caller, "main"));
}

TEST_CASE("a map comes back in from what a review or an export shows, as it was received") {
    Caller caller;
    fill(caller);
    caller.update("+ [T2] Task: On no path");  // a line with `!` stands below the map
    const std::string review = caller.text("map_review", Json::object());
    REQUIRE(review.find("\n! ") != std::string::npos);
    caller.call("map_import", {{"conversation", "a"}, {"text", review}});
    caller.call("map_import",
                {{"conversation", "b"}, {"text", caller.text("map_export", Json::object())}});
    for (const char* copy : {"a", "b"})
        CHECK(whole(caller, copy) == whole(caller, "main"));
}

TEST_CASE("R7 an import applies no consequence") {
    Caller caller;
    const std::string text =
        "## Nodes\n- [D1] Decision: West - status: active - reason: cheaper\n"
        "- [Q1] Question: Which region? - status: pending - impact: blocks T1\n\n"
        "## Relationships\n- [D1] --resolves--> [Q1]\n";
    caller.call("map_import", {{"text", text}});
    CHECK(whole(caller, "main") == text);
}

TEST_CASE("an import into a map that is not empty needs the mode merge") {
    Caller caller;
    fill(caller);
    const std::string before = whole(caller, "main");
    const auto refusal = caller.refusal("map_import", {{"text", "- [C7] Context: new"}});
    CHECK(refusal.problems.front().message.find("merge") != std::string::npos);
    CHECK(whole(caller, "main") == before);
    const Json merged = caller.fields(
        "map_import",
        {{"mode", "merge"},
         {"text", "- [C7] Context: new\n- [T1] Task: Build it all\n- [C7] --supports--> [T1]"}});
    CHECK(merged["revision"] == 2);
    const std::string after = whole(caller, "main");
    for (const char* line :
         {"- [C7] Context: new\n", "- [T1] Task: Build it all - status: blocked\n",
          "- [C7] --supports--> [T1]\n"})
        CHECK(after.find(line) != std::string::npos);
}

TEST_CASE("all faults of an imported text come at once, with line and what to send") {
    Caller caller;
    const auto refusal =
        caller.refusal("map_import", {{"text",
                                       "## Nodes\n- [T1] Task: fine\n- [T2] words alone\n"
                                       "- [D1] Decision: no reason\n\n## Relationships\n"
                                       "- [T1] --depends_on--> [Q9]"}});
    std::vector<std::size_t> lines;
    for (const store::Problem& problem : refusal.problems) {
        REQUIRE(problem.index);
        lines.push_back(*problem.index);
        CHECK_FALSE((problem.send.empty() && problem.message.empty()));
    }
    CHECK(lines == std::vector<std::size_t>{3, 4, 7});
    CHECK(whole(caller, "main").empty());
}

TEST_CASE("faults of imported JSON name their place") {
    Caller caller;
    const auto refusal = caller.refusal("map_import", {{"json", Json::parse(R"({
        "nodes": [{"id": "T1", "type": "task", "text": "x"}, {"id": "T2", "type": "tusk", "text": "y"}],
        "edges": [{"source": "T1", "target": "T9", "key": "depends_on"}]})")}});
    std::string paths;
    for (const store::Problem& problem : refusal.problems)
        paths += problem.path + " ";
    CHECK(paths == "/json/nodes/1/type /json/edges/0/target ");
}

TEST_CASE("a map of hostile words survives export and import in both forms") {
    Caller caller;
    const auto words = tests::hostile_words();
    for (std::size_t i = 0; i < words.size(); ++i)
        caller.call("map_update", {{"changes",
                                    {{{"type", i % 2 == 0 ? "context" : "decision"},
                                      {"text", words[i]},
                                      {"reason", words[words.size() - 1 - i]}}}}});
    for (const char* format : {"markdown", "json"}) {
        std::string whole_text;
        Json arguments = {{"format", format}};
        for (;;) {
            const Json part = caller.fields("map_export", arguments);
            whole_text += part["text"].get<std::string>();
            if (!part.contains("next_cursor")) break;
            arguments["cursor"] = part["next_cursor"];
        }
        const char* argument = std::string(format) == "json" ? "json" : "text";
        caller.call("map_import", {{"conversation", format}, {argument, whole_text}});
        Json from = Json::object();
        for (std::string name : {std::string("main"), std::string(format)}) {
            Json pages = Json::array();
            Json review = {{"conversation", name}, {"view", "complete"}};
            for (;;) {
                const Json page = caller.fields("map_review", review);
                pages.push_back(page["text"]);
                if (!page.contains("next_cursor")) break;
                review["cursor"] = page["next_cursor"];
            }
            from[name] = pages;
        }
        CHECK(from["main"] == from[format]);
    }
}
