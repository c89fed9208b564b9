#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hostile.hpp"
#include "tools/map/exports/exports.hpp"
#include "tools/text/invisible.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

using tests::Caller;
using tools::Json;
namespace fs = std::filesystem;

namespace {

std::string file_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A caller that may write into a directory of its own.
struct Exporter : Caller {
    Exporter() {
        top = dir.path() / "out";
        fs::create_directory(top);
        fs::create_directory(top / "maps");
        settings.export_dir = top.string();
        update("+ [G1] Goal: Ship\n+ [T1] Task: Build\n+ [G1] --depends_on--> [T1]");
    }

    fs::path top;
};

}  // namespace

TEST_CASE("an export without path comes back as text in its format") {
    Exporter caller;
    const auto [fields, text] = caller.call("map_export", Json::object());
    const std::string map =
        "## Nodes\n- [G1] Goal: Ship\n- [T1] Task: Build\n\n## Relationships\n"
        "- [G1] --depends_on--> [T1]\n";
    CHECK(fields["text"] == map);
    CHECK(fields["format"] == "markdown");
    CHECK(text.find(map) != std::string::npos);
    CHECK(caller.fields("map_export", {{"format", "mermaid"}})["text"] ==
          "flowchart LR\n  G1([\"G1#58; Ship\"])\n  T1[\"T1#58; Build\"]\n"
          "  G1 -->|depends_on| T1\n  classDef closed stroke-dasharray: 4 4,opacity: 0.6\n");
    CHECK(caller.fields("map_export", {{"format", "dot"}})["text"].get<std::string>().find(
              "\"G1\" -> \"T1\" [label=\"depends_on\"]") != std::string::npos);
}

TEST_CASE("CM8 an export with path is a file in the operator's directory, and the reply names it") {
    Exporter caller;
    const auto [fields, text] =
        caller.call("map_export", {{"path", "maps/today.json"}, {"format", "json"}});
    const fs::path file = caller.top / "maps/today.json";
    CHECK(fields["path"] == file.string());
    CHECK(text.find(file.string()) != std::string::npos);
    CHECK_FALSE(fields.contains("text"));
    const Json read = Json::parse(file_text(file));
    CHECK(read["nodes"].size() == 2);
    CHECK(read["edges"][0]["kind"] == "depends_on");

    struct stat found {};

    REQUIRE(::stat(file.c_str(), &found) == 0);
    CHECK((found.st_mode & 0777U) == 0600U);
}

TEST_CASE("CM8 a file that exists is left alone unless overwrite is true") {
    Exporter caller;
    std::ofstream(caller.top / "a.md") << "mine";
    const auto refusal = caller.refusal("map_export", {{"path", "a.md"}});
    CHECK(refusal.code == store::Code::conflict);
    CHECK(file_text(caller.top / "a.md") == "mine");
    caller.call("map_export", {{"path", "a.md"}, {"overwrite", true}});
    CHECK(file_text(caller.top / "a.md").starts_with("## Nodes\n"));
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(caller.top))
        ++files;
    CHECK(files == 2);
}

TEST_CASE("CM8 no path leads out of the directory, and no link is followed") {
    Exporter caller;
    const fs::path outside = caller.dir.path() / "outside";
    fs::create_directory(outside);
    std::ofstream(outside / "kept") << "kept";
    fs::create_directory_symlink(outside, caller.top / "link");
    fs::create_symlink(outside / "kept", caller.top / "kept.md");
    fs::create_directory(caller.top / "folder.md");
    const std::string path = GENERATE("", "/tmp/x.md", "../outside/x.md", "maps/../../outside/x.md",
                                      "link/x.md", "kept.md", "folder.md", "maps/", "nowhere/x.md",
                                      ".hidden", "maps/.git", ".", "..");
    for (const bool overwrite : {false, true}) {
        INFO(path);
        const auto refusal =
            caller.refusal("map_export", {{"path", path}, {"overwrite", overwrite}});
        CHECK(refusal.problems.front().path == "/path");
        CHECK(file_text(outside / "kept") == "kept");
        CHECK(std::distance(fs::directory_iterator(outside), {}) == 1);
    }
}

TEST_CASE("without an export directory no file is written, but text is given") {
    Exporter caller;
    caller.settings.export_dir.clear();
    const auto refusal = caller.refusal("map_export", {{"path", "a.md"}});
    CHECK(refusal.code == store::Code::denied);
    CHECK(refusal.problems.front().message.find("--export-dir") != std::string::npos);
    CHECK(caller.fields("map_export", Json::object())["nodes"] == 2);
}

TEST_CASE("a long export comes in parts that add up, and whole in a file") {
    Exporter caller;
    Json nodes = Json::array();
    for (int i = 0; i < 90; ++i)
        nodes.push_back({{"type", "context"},
                         {"text", std::to_string(i) + " \"ü\" " + std::string(350, '\\')}});
    caller.call("map_update", {{"changes", nodes}});
    for (const char* format : {"markdown", "json", "mermaid", "dot", "graphml", "jsoncanvas"}) {
        const std::string name = std::string("whole.") + format;
        caller.call("map_export", {{"format", format}, {"path", name}});
        std::string whole;
        Json arguments = {{"format", format}};
        for (;;) {
            const auto [fields, text] = caller.call("map_export", arguments);
            whole += fields["text"].get<std::string>();
            CHECK(Json(text).dump().size() + fields.dump().size() < 65'536);
            CHECK((text.find("Left: ") != std::string::npos) == fields.contains("next_cursor"));
            if (!fields.contains("next_cursor")) break;
            arguments["cursor"] = fields["next_cursor"];
        }
        CHECK(whole == file_text(caller.top / name));
    }
    const Json first = caller.fields("map_export", Json::object());
    caller.update("+ [T] Task: Meanwhile");
    CHECK(caller.refusal("map_export", {{"cursor", first["next_cursor"]}}).code ==
          store::Code::conflict);
    CHECK(caller.refusal("map_export", {{"cursor", "2.99999999"}}).problems.front().path ==
          "/cursor");
}

TEST_CASE("an empty map exports as an empty one in every format") {
    Caller caller;
    CHECK(caller.fields("map_export", Json::object())["text"] == "");
    const Json canvas = Json::parse(
        caller.fields("map_export", {{"format", "jsoncanvas"}})["text"].get<std::string>());
    CHECK(canvas == Json::parse(R"({"nodes":[],"edges":[]})"));
}

TEST_CASE("invisible characters are shown, and shown text reads back") {
    using tools::text::reveal;
    using tools::text::unreveal;
    CHECK(reveal("plain \\ text") == "plain \\ text");
    CHECK(reveal("a\xE2\x80\xAE"
                 "b") == "a\\u{202E}b");
    CHECK(reveal("\xF3\xA0\x81\x81") == "\\u{E0041}");
    CHECK(reveal("literal \\u{202E}") == "literal \\\\u{202E}");
    CHECK(reveal("no escape \\u{41}") == "no escape \\u{41}");
    for (const char* kept :
         {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7", "\xE2\x9D\xA4\xEF\xB8\x8F",
          "1\xEF\xB8\x8F\xE2\x83\xA3", "na\xC3\xAFve \xE6\xBC\xA2\xE5\xAD\x97 e\xCC\x81"})
        CHECK(reveal(kept) == kept);
    for (const std::string& words : tests::hostile_words()) {
        CHECK(unreveal(reveal(words)) == words);
        CHECK(unreveal(reveal(reveal(words))) == reveal(words));
    }
}

TEST_CASE("no drawing holds an invisible character") {
    using namespace tools::map;
    Node node;
    node.id = {NodeType::task, 1};
    const ExportFormat format =
        GENERATE(ExportFormat::markdown, ExportFormat::json, ExportFormat::mermaid,
                 ExportFormat::dot, ExportFormat::graphml, ExportFormat::jsoncanvas);
    for (const std::string& words : tests::hostile_words()) {
        node.words.text = words;
        const std::string text = exports::write(format, {"main", 1, std::span(&node, 1), {}});
        for (const char* hidden :
             {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x80\x8B", "\xEF\xBB\xBF", "\xF3\xA0\x81\xA8"})
            CHECK(text.find(hidden) == std::string::npos);
    }
}
