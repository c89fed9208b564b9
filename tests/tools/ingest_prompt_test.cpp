#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

using tests::Caller;
namespace fs = std::filesystem;

namespace {

using Given = std::map<std::string, std::string>;

std::string rendered(Caller& caller, const Given& given) {
    for (const auto& row : caller.catalog.prompts)
        if (row.name == "ingest_source") return row.render(caller.store, caller.context(), given);
    return {};
}

std::vector<std::string> completed(Caller& caller, const std::string& argument,
                                   const std::string& prefix) {
    for (const auto& row : caller.catalog.completions)
        if (row.owner == "ingest_source" && row.argument == argument)
            return row.values(caller.store, caller.context(), prefix, {});
    return {};
}

bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("ingest_source carries either way of working") {
    Caller caller;
    const std::string full = rendered(caller, {{"source", "report.md"}});
    CHECK(has(full, "Source: report.md\n"));
    CHECK(has(full, "from the first line to the last"));
    const std::string window = rendered(caller, {{"source", "report.md"}, {"mode", "Window"}});
    CHECK(has(window, "Work on the Markdown window"));
    CHECK_FALSE(has(window, "from the first line to the last"));
    for (const std::string& text : {full, window})
        for (const char* word :
             {"search_longterm_memory", "create_longterm_memory", "replace_longterm_memory_episode",
              "coverage_mark", "coverage_report", "fs_read_command", "ontology",
              "reference_time_iso", "valid_at_iso", "invalid_at_iso", "at most 30", "at most 120",
              "covers", "Images", "first pass"}) {
            CAPTURE(word);
            CHECK(has(text, word));
        }
    CHECK(full.size() < 8000);
}

TEST_CASE("ingest_source says where a source stands, and what this server cannot do") {
    Caller caller;
    CHECK(has(rendered(caller, {{"source", "report.md"}}), "This server reads no files"));
    caller.call("coverage_mark",
                {{"source", "report.md"},
                 {"total", 10},
                 {"ranges", tools::Json::array({{{"from", 1}, {"to", 4}, {"skipped", "title"}}})}});
    caller.settings.source_roots = {caller.dir.path().string()};
    const std::string text = rendered(caller, {{"source", "report.md"}});
    CHECK(has(text, "0 of 10 lines processed, 4 skipped, 6 uncovered (5-10)"));
    CHECK_FALSE(has(text, "This server reads no files"));
}

TEST_CASE("ingest_source refuses what it cannot mean") {
    Caller caller;
    CHECK_THROWS_AS(rendered(caller, {{"source", " "}}), store::Error);
    CHECK_THROWS_AS(rendered(caller, {{"source", "a\nb"}}), store::Error);
    CHECK_THROWS_WITH(rendered(caller, {{"source", "a"}, {"mode", "ful"}}),
                      Catch::Contains("nearest: full"));
}

TEST_CASE("the arguments of ingest_source are completed") {
    Caller caller;
    CHECK(completed(caller, "mode", "w") == std::vector<std::string>{"window"});
    CHECK(completed(caller, "mode", "") == std::vector<std::string>{"window", "full"});
    CHECK(completed(caller, "source", "").empty());
    caller.call("coverage_mark", {{"source", "minutes"}, {"total", 3}});
    fs::create_directories(caller.dir.path() / "docs/sub");
    const std::string root = (caller.dir.path() / "docs").string();
    for (const char* name : {"b.md", "sub/a.txt", "c.bin"})
        std::ofstream(fs::path(root) / name) << "x\n";
    caller.settings.source_roots = {root};
    CHECK(completed(caller, "source", "") ==
          std::vector<std::string>{"minutes", root + "/b.md", root + "/sub/a.txt"});
    CHECK(completed(caller, "source", root + "/s") ==
          std::vector<std::string>{root + "/sub/a.txt"});
}

TEST_CASE("the toolset ingest is there when it is asked for") {
    tools::Settings settings;
    const auto offered = [&] {
        std::vector<std::string> out;
        for (const auto& tool : tools::visible(tools::catalog(), settings).tools)
            if (tool.toolset == tools::Toolset::ingest) out.emplace_back(tool.name);
        return out;
    };
    CHECK(offered().empty());
    settings.toolsets.push_back(tools::Toolset::ingest);
    auto tools = offered();
    CHECK(std::count(tools.begin(), tools.end(), "fs_read_command") == 0);
    CHECK(std::count(tools.begin(), tools.end(), "coverage_report") == 1);
    settings.source_roots = {"/srv"};
    tools = offered();
    CHECK(std::count(tools.begin(), tools.end(), "fs_read_command") == 1);
}
