#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hostile.hpp"
#include "tools/time.hpp"

#include <algorithm>
#include <set>

using tests::Caller;
using tools::Json;

namespace {

/// Three revisions: two nodes and an edge, a new status and text, a removal.
void fill(Caller& caller) {
    caller.update("+ [T1] Task: Draft\n+ [C1] Context: Region is west\n+ [C1] --supports--> [T1]");
    caller.update("~ [T1] Task: Draft the offer - status: blocked");
    caller.update("x [C1]");
}

std::vector<std::string> changes(const Json& revision) {
    return revision["changes"].get<std::vector<std::string>>();
}

}  // namespace

TEST_CASE("CM14 the history lists revisions, the newest first") {
    Caller caller;
    fill(caller);
    const auto [fields, text] = caller.call("map_history", Json::object());
    REQUIRE(fields["revisions"].size() == 3);
    CHECK(fields["revision"] == 3);
    CHECK(fields["revisions"][0]["revision"] == 3);
    CHECK(changes(fields["revisions"][0]) ==
          std::vector<std::string>{"Removed: [C1] Region is west"});
    CHECK(changes(fields["revisions"][2]).front() == "Added node: [C1] Context: Region is west");
    CHECK(fields["revisions"][2]["time"] == "2023-11-14T22:13:21Z");
    CHECK(text.find("Revision 3 (2023-11-14T22:13:23Z):\n- Removed: [C1]") != std::string::npos);
}

TEST_CASE("one revision is told in full, with what stood there before") {
    Caller caller;
    fill(caller);
    const auto [fields, text] = caller.call("map_history", {{"revision", 2}});
    REQUIRE(fields["revisions"].size() == 1);
    const Json& told = fields["revisions"][0];
    CHECK(changes(told) ==
          std::vector<std::string>{"Updated: [T1] Task: Draft the offer - status: blocked"});
    CHECK(told["before"] == Json{"[T1] Task: Draft"});
    CHECK(text.find("before:\n- [T1] Task: Draft\n") != std::string::npos);
}

TEST_CASE("two revisions are compared, in either order") {
    Caller caller;
    fill(caller);
    const Json arguments = GENERATE(Json{{"revision", 1}, {"diff_to", 3}},
                                    Json{{"revision", 3}, {"diff_to", 1}}, Json{{"diff_to", 1}});
    const Json fields = caller.fields("map_history", arguments);
    REQUIRE(fields["revisions"].size() == 1);
    CHECK(fields["revisions"][0]["first"] == 2);
    CHECK(fields["revisions"][0]["revision"] == 3);
    const auto told = changes(fields["revisions"][0]);
    CHECK(told.size() == 2);
    CHECK(std::count(told.begin(), told.end(), "Removed: [C1] Region is west") == 1);
}

TEST_CASE("a diff from revision 0 tells the map as it came to be") {
    Caller caller;
    fill(caller);
    const auto told = changes(caller.fields("map_history", {{"diff_to", 0}})["revisions"][0]);
    CHECK(told ==
          std::vector<std::string>{"Added node: [T1] Task: Draft the offer - status: blocked"});
}

TEST_CASE("the history of one node leaves out all others") {
    Caller caller;
    fill(caller);
    const Json fields = caller.fields("map_history", {{"node", "c1"}});
    REQUIRE(fields["revisions"].size() == 2);
    CHECK(fields["revisions"][0]["revision"] == 3);
    CHECK(changes(fields["revisions"][1]) ==
          std::vector<std::string>{"Added node: [C1] Context: Region is west",
                                   "Added edge: [C1] --supports--> [T1]"});
}

TEST_CASE("what the history cannot tell is refused with what can be sent") {
    Caller caller;
    fill(caller);
    const auto path = [&](const Json& arguments) {
        return caller.refusal("map_history", arguments).problems.front().path;
    };
    CHECK(path({{"revision", 4}}) == "/revision");
    CHECK(path({{"revision", 0}}) == "/revision");
    CHECK(path({{"diff_to", 9}}) == "/diff_to");
    CHECK(path({{"node", "T0"}}) == "/node");
    CHECK(path({{"cursor", "x"}}) == "/cursor");
    CHECK(caller.text("map_history", {{"conversation", "new"}}).find("map_list") !=
          std::string::npos);
}

TEST_CASE("a long history comes in pages without gap or repeat") {
    Caller caller;
    constexpr int revisions = 300;
    for (int i = 1; i <= revisions; ++i)
        caller.update("+ [T] Task: " + std::to_string(i) + std::string(400, 'x'));
    std::vector<int> seen;
    Json arguments = Json::object();
    for (;;) {
        const auto [fields, text] = caller.call("map_history", arguments);
        CHECK(text.size() + fields.dump().size() < 65'536);
        for (const Json& told : fields["revisions"])
            seen.push_back(told["revision"]);
        CHECK((text.find("There is more") != std::string::npos) == fields.contains("next_cursor"));
        if (!fields.contains("next_cursor")) break;
        arguments = {{"cursor", fields["next_cursor"]}};
    }
    REQUIRE(seen.size() == revisions);
    for (int i = 0; i < revisions; ++i)
        CHECK(seen[static_cast<std::size_t>(i)] == revisions - i);
}

TEST_CASE("a large revision is told in pages and short among others") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 1; i <= 300; ++i)
        nodes.push_back({{"type", "task"}, {"text", std::to_string(i) + std::string(300, 'y')}});
    caller.call("map_update", {{"changes", nodes}});
    const Json list = caller.fields("map_history", Json::object());
    CHECK(list["revisions"][0]["changes"].size() == 12);
    CHECK(list["revisions"][0]["more"] == 288);
    std::set<std::string> lines;
    Json arguments = {{"revision", 1}};
    for (;;) {
        const auto [fields, text] = caller.call("map_history", arguments);
        CHECK(text.size() + fields.dump().size() < 65'536);
        for (const std::string& line : changes(fields["revisions"][0]))
            CHECK(lines.insert(line).second);
        if (!fields.contains("next_cursor")) break;
        arguments["cursor"] = fields["next_cursor"];
    }
    CHECK(lines.size() == 300);
}

TEST_CASE("revisions that were joined are told as one, and no diff ends inside") {
    Caller caller;
    for (int i = 1; i <= 1100; ++i)
        caller.update("~ [T1] Task: " + std::to_string(i) + (i == 1 ? " x" : "") +
                      (i > 1 ? "" : "\n+ [T1] Task: start"));
    const Json told = caller.fields("map_history", {{"revision", 50}})["revisions"][0];
    CHECK(told["first"] == 1);
    CHECK(told["revision"] == 100);
    const auto refusal = caller.refusal("map_history", {{"diff_to", 50}});
    CHECK(refusal.problems.front().message.find("send 0 or 100") != std::string::npos);
    CHECK(caller.fields("map_history", {{"diff_to", 100}})["revisions"][0]["first"] == 101);
}

TEST_CASE("CM15 hostile words stay on their line of the history") {
    Caller caller;
    for (const std::string& words : tests::hostile_words())
        caller.call("map_update", {{"changes", {{{"type", "context"}, {"text", words}}}}});
    const auto [fields, text] = caller.call("map_history", Json::object());
    std::size_t at = 0;
    while ((at = text.find('\n', at)) != std::string::npos) {
        ++at;
        const std::string line = text.substr(at, text.find('\n', at) - at);
        const bool known = line.empty() || line.starts_with("- Added node: [C") ||
                           line.starts_with("Revision ") || line.starts_with("There is more");
        INFO(line);
        CHECK(known);
    }
    CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
}

TEST_CASE("times are told in UTC") {
    CHECK(tools::utc(0) == "1970-01-01T00:00:00Z");
    CHECK(tools::utc(951'782'399'999) == "2000-02-28T23:59:59Z");
    CHECK(tools::utc(951'782'400'000) == "2000-02-29T00:00:00Z");
}
