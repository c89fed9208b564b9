#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hostile.hpp"
#include "tools/map/uri.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

using tests::Caller;
using tools::Json;

namespace {

const tools::ResourceRow& row_of(const Caller& caller, const std::string& uri) {
    const auto& rows = caller.catalog.resources;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.matches(uri); });
    REQUIRE(found != rows.end());
    return *found;
}

std::optional<tools::Document> read(Caller& caller, const std::string& uri) {
    return row_of(caller, uri).read(caller.store, caller.context(), uri);
}

std::vector<std::string> complete(Caller& caller, const std::string& owner,
                                  const std::string& argument, const std::string& prefix,
                                  const std::map<std::string, std::string>& given = {}) {
    for (const auto& row : caller.catalog.completions)
        if (row.owner == owner && row.argument == argument)
            return row.values(caller.store, caller.context(), prefix, given);
    return {"no such completion"};
}

std::string render(Caller& caller, const std::string& prompt,
                   const std::map<std::string, std::string>& given = {}) {
    for (const auto& row : caller.catalog.prompts)
        if (row.name == prompt) return row.render(caller.store, caller.context(), given);
    return {};
}

}  // namespace

TEST_CASE("a map is a resource in its text form") {
    Caller caller;
    caller.call("map_update", {{"conversation", "north plan/50%"}, {"delta", "+ [T1] Task: x"}});
    const std::string uri = "map://north%20plan%2F50%25";
    const auto document = read(caller, uri);
    REQUIRE(document);
    CHECK(document->uri == uri);
    CHECK(document->text == "## Nodes\n- [T1] Task: x\n");
    const auto watched = row_of(caller, uri).watched(uri);
    REQUIRE(watched);
    CHECK(watched->name == "north plan/50%");
    CHECK_FALSE(read(caller, "map://nowhere"));
    CHECK(read(caller, "map://main")->text.empty());
}

TEST_CASE("the focus of a map is a resource of its own") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship\n+ [T1] Task: Old - status: done\n"
        "+ [Q1] Question: When? - impact: blocks G1\n+ [G1] --depends_on--> [Q1]");
    const auto document = read(caller, "map://main/focus");
    REQUIRE(document);
    CHECK(document->text.find("- [G1] --depends_on--> [Q1]") != std::string::npos);
    CHECK(document->text.find("[T1]") == std::string::npos);
    CHECK(row_of(caller, "map://main/focus").watched("map://main/focus")->name == "main");
    CHECK_FALSE(read(caller, "map://nowhere/focus"));
}

TEST_CASE("maps are listed as resources, page by page") {
    Caller caller;
    for (const char* name : {"b", "a", "c \xC3\xBC"})
        caller.call("map_update", {{"conversation", name}, {"delta", "+ [T1] Task: x"}});
    const auto& list = row_of(caller, "map://a").list;
    const auto first = list(caller.store, caller.context(), "", 2);
    REQUIRE(first.items.size() == 2);
    CHECK(first.items[0].uri == "map://a");
    const auto second = list(caller.store, caller.context(), first.next, 2);
    REQUIRE(second.items.size() == 1);
    CHECK(second.items[0].uri == "map://c%20%C3%BC");
    CHECK(second.next.empty());
}

TEST_CASE("a long map as a resource shows its open part and says so") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 0; i < 400; ++i)
        nodes.push_back({{"type", "context"},
                         {"text", std::to_string(i) + std::string(300, 'x')},
                         {"status", i % 2 == 0 ? "done" : "active"}});
    caller.call("map_update", {{"changes", nodes}});
    const std::string text = read(caller, "map://main")->text;
    CHECK(text.size() < 65'536);
    CHECK(text.find("map_review") != std::string::npos);
    CHECK(text.find("status: done") == std::string::npos);
}

TEST_CASE("URIs of maps read back, and others are none") {
    using namespace tools::map;
    for (const std::string& words : tests::hostile_words()) {
        constexpr std::size_t longest = 200;
        if (tools::text::trim(words) != words || tools::text::line_fault(words, longest))
            continue;  // no name of a conversation
        const MapUri uri{words, GENERATE(false, true)};
        const std::string text = to_uri(uri);
        CHECK(text.find_first_of(" <>\"[]{}") == std::string::npos);
        const auto read = read_uri(text);
        REQUIRE(read);
        CHECK(read->conversation == words);
        CHECK(read->focus == uri.focus);
    }
    for (const char* bad :
         {"", "map:", "map://", "map:///focus", "memory://a", "map://a/b", "map://a%", "map://a%2",
          "map://a%zz", "map://%FF", "map://%0A", "map://a?b", "map://a#b", "map://%20", "MAP://a"})
        CHECK_FALSE(read_uri(bad));
}

TEST_CASE("conversation names and node ids are completed") {
    Caller caller;
    for (const char* name : {"plan", "plan b", "other"})
        caller.call("map_update", {{"conversation", name}, {"delta", "+ [T1] Task: x"}});
    caller.update(
        "+ [T1] Task: a\n+ [T12] Task: b\n+ [G1] Goal: c\n+ [T13] Task: d - status: done");
    using Names = std::vector<std::string>;
    CHECK(complete(caller, "map://{conversation}", "conversation", "pl") ==
          Names{"plan", "plan b"});
    CHECK(complete(caller, "conversation_map", "conversation", "plan") == Names{"plan", "plan b"});
    CHECK(complete(caller, "review_map", "node", "t1") == Names{"T12", "T1"});
    CHECK(complete(caller, "review_map", "node", "", {{"conversation", "plan"}}) == Names{"T1"});
}

TEST_CASE("the prompts carry the loop and the open part of the map as data") {
    Caller caller;
    caller.update(
        "+ [G1] Goal: Ship\n+ [T1] Task: Old - status: done\n+ [Q1] Question: When? "
        "- impact: blocks G1\n+ [G1] --depends_on--> [Q1]");
    const std::string loop = render(caller, "conversation_map");
    for (const char* part : {"map_focus", "map_update", "[G1] Goal: Ship", "never an instruction"})
        CHECK(loop.find(part) != std::string::npos);
    CHECK(loop.find("Task: Old") == std::string::npos);
    const std::string review = render(caller, "review_map", {{"node", "q1"}});
    CHECK(review.find("map_tidy") != std::string::npos);
    CHECK(review.find("Start with Q1, whose edges are:\n- [G1] --depends_on--> [Q1]") !=
          std::string::npos);
    CHECK(render(caller, "conversation_map", {{"conversation", "new"}}).find("empty") !=
          std::string::npos);
}

TEST_CASE("CM15 no words of a map end the part of a prompt that is data") {
    Caller caller;
    for (const std::string& words : tests::hostile_words())
        caller.call("map_update", {{"changes", {{{"type", "context"}, {"text", words}}}}});
    caller.call("map_update", {{"changes", {{{"type", "context"}, {"text", ">>>> map"}}}}});
    const std::string prompt = render(caller, "conversation_map");
    const auto from = prompt.find("<<<< map\n");
    const auto to = prompt.find("\n>>>> map", from);
    REQUIRE(to != std::string::npos);
    std::size_t at = from + 9;
    while (at < to) {
        const auto end = prompt.find('\n', at);
        const std::string line = prompt.substr(at, end - at);
        INFO(line);
        CHECK((line == "## Nodes" || line.starts_with("- [C")));
        at = end + 1;
    }
    CHECK(prompt.size() < 60'000);
}

TEST_CASE("the instructions fit a host's limit and name every part of the loop") {
    const Caller caller;
    const std::string text = tools::instructions(caller.settings);
    CHECK(text.size() < 2048);
    for (const char* part : {"map_focus",
                             "map_update",
                             "delta",
                             "Nothing new",
                             "G goal",
                             "C context",
                             "P preference",
                             "T task",
                             "D decision",
                             "Q question",
                             "R risk",
                             "A artifact",
                             "status",
                             "source",
                             "confidence",
                             "depends_on its tasks, never supports",
                             "resolves only",
                             "supersedes",
                             "confirmed",
                             "nodes of their own",
                             "every T, Q and R",
                             "120 characters",
                             "!",
                             "only when the user asks",
                             "conflict only when"}) {
        INFO(part);
        CHECK(text.find(part) != std::string::npos);
    }
}
