#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/tools/selections.hpp"

#include <algorithm>

using namespace tests;

namespace {

std::string reason(Caller& caller, const std::string& tool, const Json& arguments) {
    return caller.refusal(tool, arguments).problems.front().reason;
}

std::optional<tools::Document> read(Caller& caller, const std::string& uri) {
    for (const auto& row : caller.catalog.resources)
        if (row.matches(uri)) return row.read(caller.store, caller.context(), uri);
    return std::nullopt;
}

}  // namespace

TEST_CASE("a selection is applied, looked at and published through tools") {
    Caller caller;
    CHECK(reason(caller, "projection_status", {{"corpus", "demo"}}) == "no_selection");
    const Json applied = caller.fields("projection_apply", {{"selection", family(1)}});
    CHECK(applied["changed"] == true);
    CHECK(applied["contextGraph"] == "unknown-owner");
    CHECK(reason(caller, "projection_rebuild", {{"corpus", "demo"}, {"export_dir", "x"}}) ==
          "no_export_dir");
    caller.settings.export_dir = caller.dir.path() / "out";
    std::filesystem::create_directory(caller.settings.export_dir);
    for (const char* path : {"", "/abs", "../up", "a/../b", ".hidden"})
        CHECK(reason(caller, "projection_rebuild", {{"corpus", "demo"}, {"export_dir", path}}) ==
              "bad_path");
    const Json again =
        caller.fields("projection_rebuild", {{"corpus", "demo"}, {"export_dir", "demo"}});
    CHECK(again["nodes"] == 6);
    CHECK(again["changed"] == false);
    CHECK(std::filesystem::exists(caller.dir.path() / "out/demo/receipt.json"));
    const Json status = caller.fields("projection_status", {{"corpus", "demo"}});
    CHECK(status["branches"] == 2);
    CHECK(status["selection_digest"] == applied["selection_digest"]);
}

TEST_CASE("a path is told between exact ids") {
    Caller caller;
    caller.call("projection_apply", {{"selection", family(1)}});
    Json ends = {{"corpus", "demo"}, {"a", "branch:child"}, {"b", "branch:parent"}};
    CHECK(caller.text("projection_path", ends) ==
          "Shortest path (1 hops):\n  branch:child --forked_from [EXTRACTED]--> branch:parent");
    std::swap(ends["a"], ends["b"]);
    CHECK(caller.text("projection_path", ends)
              .starts_with("No directed path found between 'branch:parent' and 'branch:child'."));
    CHECK(caller.fields("projection_path", ends)["found"] == false);
    ends["undirected"] = true;
    CHECK(caller.fields("projection_path", ends)["relations"] == Json::array({"forked_from"}));
    ends["a"] = "parent";
    CHECK(reason(caller, "projection_path", ends) == "no_such_node");
}

TEST_CASE("resources of a corpus hold what is published") {
    Caller caller;
    CHECK_FALSE(read(caller, "projection://demo/graph"));
    CHECK_FALSE(read(caller, "projection://../graph"));
    caller.call("projection_apply", {{"selection", family(1)}});
    Corpus corpus;
    corpus.apply(family(1));
    for (const std::string part : {"extraction", "graph", "receipt"})
        CHECK(read(caller, "projection://demo/" + part)->text == corpus.file(part + ".json"));
}

TEST_CASE("a graph that is too large to be sent is refused with the ways that remain") {
    Caller caller;
    std::vector<Json> many;
    for (int i = 0; i < 500; ++i) {
        many.push_back(branch("b" + std::to_string(i)));
        many.back()["summaries"][0]["text"] = std::string(1'500, 'x');
    }
    caller.call("projection_apply", {{"selection", selection(1, many)}});
    for (const char* uri : {"projection://demo/graph", "projection://demo/extraction"}) {
        const auto refused = [&]() -> store::Error {
            try {
                read(caller, uri);
            } catch (const store::Error& error) {
                return error;
            }
            throw std::logic_error("it was sent");
        }();
        CHECK(refused.code == store::Code::limit);
        CHECK(refused.problems.front().reason == "too_large");
        CHECK(refused.problems.front().message.find("projection_rebuild") != std::string::npos);
    }
    CHECK(Json::parse(read(caller, "projection://demo/receipt")->text)["nodes"] == 1'500);
}

TEST_CASE("tools of the projection are offered where their toolset is on") {
    const auto offered = [](tools::Settings settings) {
        const auto shown = tools::visible(tools::catalog(), settings);
        return shown.tool("projection_apply") != nullptr &&
               std::any_of(shown.resources.begin(), shown.resources.end(),
                           [](const auto& row) { return row.name == "projection_graph"; });
    };
    tools::Settings settings;
    CHECK_FALSE(offered(settings));
    settings.toolsets.push_back(tools::Toolset::projection);
    CHECK(offered(settings));
    settings.read_only = true;
    CHECK_FALSE(offered(settings));
}

TEST_CASE("an export of the whole store brings a corpus along, ledger and all") {
    Caller from, to;
    from.call("projection_apply", {{"selection", family(1)}});
    from.call("projection_apply", {{"selection", selection(2, {branch("parent", 3)})}});
    const auto row = [](Caller& caller) {
        return *std::find_if(caller.catalog.archives.begin(), caller.catalog.archives.end(),
                             [](const auto& one) { return one.member == "projection"; });
    };
    std::vector<Json> lines;
    const auto keep = [&](const Json& line) { lines.push_back(line); };
    from.store.read([&](const store::ReadTxn& txn) { row(from).write(txn, from.context(), keep); });
    REQUIRE(lines.size() == 1);
    const auto take = [&] {
        return to.store.write(
            [&](store::WriteTxn& txn) { return row(to).read(txn, to.context(), lines.front()); });
    };
    CHECK(take() == tools::Taken::stored);
    CHECK(take() == tools::Taken::stored_before);
    CHECK(reason(to, "projection_apply", {{"selection", family(3)}}) == "restore_required");
    lines.front()["projection"]["selectionRevision"] = 5;
    CHECK(reason_of([&] { take(); }) == "state_corrupt");
}
