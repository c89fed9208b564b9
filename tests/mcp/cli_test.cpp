#include "mcp/cli_commands.hpp"
#include "mcp/version.hpp"
#include "tests/mcp/sample_rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/rank_files.hpp"
#include "tests/support/temp_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>

using tests::run_program;
using tools::Json;

namespace {

/// The program with a store of its own.
class Program {
public:
    tests::Finished run(std::vector<std::string> words, std::string_view input = {}) {
        words.insert(words.begin(), THROUGHLINE);
        return run_program(words, input, {"THROUGHLINE_STORE=" + store()}, dir_.path());
    }

    [[nodiscard]] std::string store() const { return dir_.path() / "store"; }

private:
    tests::TempDir dir_;
};

tests::Finished run_in(const std::vector<std::string>& environment, const std::string& dir = "/") {
    return run_program({THROUGHLINE}, {}, environment, dir);
}

unsigned mode_of(const std::filesystem::path& path) {
    struct stat info {};

    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777U : 0;
}

struct ScriptRun {
    int code = 0;
    std::string out, err;
};

/// A script against the sample catalogue, in process.
ScriptRun play(const std::string& text) {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path() / "store", .sync = false});
    const tools::Counter counter;
    const mcp::Server server({store,
                              counter,
                              tests::sample_catalog(),
                              {},
                              {},
                              [] { return std::int64_t{0}; },
                              [] { return std::string("id"); },
                              ""},
                             [](const std::string&) {});
    std::istringstream in(text);
    std::ostringstream out, err;
    const int code = mcp::run_script(server, in, out, err);
    return {code, out.str(), err.str()};
}

}  // namespace

TEST_CASE("the program says its version and its commands") {
    Program program;
    CHECK(program.run({"--version"}).out ==
          "throughline " + std::string(mcp::program_version) + "\n");
    const auto help = program.run({"--help"});
    CHECK(help.code == 0);
    for (const char* word : {"serve", "call", "script", "tools", "stats", "compact", "export",
                             "import", "token", "projection", "--store"})
        CHECK(help.out.find(word) != std::string::npos);
}

TEST_CASE("serving HTTP is left to the program beside, which refuses what it cannot serve") {
    Program program;
    const auto address = GENERATE("nowhere", "127.0.0.1:65536", "::1:80", "0.0.0.0:0");
    const auto done = program.run({"serve", "--http", address});
    CAPTURE(address);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK(done.err.starts_with("throughline-http: "));
    CHECK(done.err.find('\n') == done.err.size() - 1);
}

TEST_CASE("misuse ends with 2 and one line that helps") {
    Program program;
    const auto words =
        GENERATE(std::vector<std::string>{"backup", "x"}, std::vector<std::string>{"--no-such"},
                 std::vector<std::string>{"call"}, std::vector<std::string>{"call", "no_such_tool"},
                 std::vector<std::string>{"call", "map_list", "{broken"},
                 std::vector<std::string>{"script", "no/such/file"},
                 std::vector<std::string>{"serve", "--limits", "x"},
                 std::vector<std::string>{"serve", "--limits", "x", "--durability", "y"});
    const auto done = program.run(words);
    CAPTURE(words);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK(done.err.starts_with("throughline: "));
    CHECK(done.err.find('\n') == done.err.size() - 1);
}

TEST_CASE("a command that is not offered yet is an unknown one") {
    Program program;
    const std::string command =
        GENERATE(as<std::string>{}, "hook", "backup", "verify", "doctor", "forget");
    const auto done = program.run({command});
    CHECK(done.code == 2);
    CHECK(done.err.find("unknown command " + command) != std::string::npos);
    CHECK(program.run({"--help"}).out.find("  " + command) == std::string::npos);
}

TEST_CASE("settings may stand before or after the command") {
    Program program;
    const tests::TempDir other;
    const std::string dir = other.path() / "s";
    CHECK(program.run({"--store", dir, "stats"}).out.find(dir) != std::string::npos);
    CHECK(program.run({"stats", "--store=" + dir}).out.find(dir) != std::string::npos);
}

TEST_CASE("the catalogue is shown as tools/list shows it") {
    Program program;
    const Json listed = Json::parse(program.run({"tools", "--json"}).out);
    CHECK(listed["tools"].is_array());
    CHECK(program.run({"tools", "--markdown"}).out.starts_with("| tool |"));
}

TEST_CASE("stats and compaction tell of the store") {
    Program program;
    const Json stats = Json::parse(program.run({"stats", "--json"}).out);
    CHECK(stats["store"] == program.store());
    CHECK(stats["spaces"]["map"] == 0);
    CHECK(program.run({"compact"}).out.starts_with("compacted " + program.store()));
}

TEST_CASE("settings can be checked without serving") {
    Program program;
    const auto good = program.run({"--check-config"});
    CHECK(good.code == 0);
    CHECK(good.out.find(program.store()) != std::string::npos);
    CHECK(program.run({"--check-config", "--durability", "none"}).code == 2);
}

TEST_CASE("a rank file is known at the start and checked whole when asked to") {
    Program program;
    const tests::TempDir dir;
    std::string ranks = tests::encoding_file(tests::o200k_size, {"ab"});
    const std::string file = tests::write_file(dir.path() / "ranks", ranks);
    const auto good = program.run({"--check-config", "--token-ranks", file});
    CHECK(good.code == 0);
    CHECK(good.out.find("tokens counted by o200k") != std::string::npos);
    const auto call =
        program.run({"--token-ranks", file, "call", "map_focus", R"({"request":"x"})", "--json"});
    CHECK(Json::parse(call.out)["counter"] == "o200k");
    ranks[ranks.size() / 2] = '*';
    tests::write_file(file, ranks);
    CHECK(program.run({"--token-ranks", file}).code == 0);
    const auto damaged = program.run({"--check-config", "--token-ranks", file});
    CHECK(damaged.code == 2);
    CHECK(damaged.err.find("--token-ranks: line ") != std::string::npos);
    for (const std::string& path : {dir.path().string(), file + "x"}) {
        const auto refused = program.run({"--token-ranks", path});
        CHECK(refused.code == 2);
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
        CHECK(refused.err.find("npm package gpt-tokenizer") != std::string::npos);
    }
}

TEST_CASE("M22 the server says where its store is and keeps it private") {
    Program program;
    const auto done = program.run({});
    CHECK(done.code == 0);
    CHECK(done.out.empty());
    CHECK(done.err.find(program.store()) != std::string::npos);
    CHECK(mode_of(program.store()) == 0700);
    for (const auto& file : std::filesystem::directory_iterator(program.store()))
        CHECK(mode_of(file.path()) == 0600);
}

TEST_CASE("M22 a store that cannot be used ends the start with a reason") {
    const tests::TempDir dir;
    std::ofstream(dir.path() / "file") << "x";
    const std::string setting = GENERATE(as<std::string>{}, "", "FILE", "FILE/below");
    std::string path = setting;
    if (path.starts_with("FILE")) path.replace(0, 4, (dir.path() / "file").string());
    const auto done = run_in({"HOME=/nonexistent", "THROUGHLINE_STORE=" + path});
    CAPTURE(path);
    CHECK(done.code == 2);
    CHECK(done.err.starts_with("throughline: "));
    CHECK(done.err.find('\n') == done.err.size() - 1);
    CHECK(done.out.empty());
    CHECK(run_in({}).code == 2);
}

TEST_CASE("M22 a deep directory with any name is made, relative to where it starts") {
    const tests::TempDir dir;
    const auto made = run_in({"THROUGHLINE_STORE=with space/ünï/deep"}, dir.path());
    CHECK(made.code == 0);
    CHECK(mode_of(dir.path() / "with space") == 0700);
    CHECK(std::filesystem::exists(dir.path() / "with space/ünï/deep/data.mdb"));
}

TEST_CASE("no stdout and no stdin at all are borne") {
    const tests::TempDir dir;
    const auto done = run_program({"/bin/sh", "-c", std::string(THROUGHLINE) + " <&- >&-; echo $?"},
                                  {}, {"THROUGHLINE_STORE=" + (dir.path() / "s").string()});
    CHECK(done.out == "0\n");
}

TEST_CASE("a script prints a result a line and ends well") {
    const auto done = play(
        "{\"tool\":\"note_write\",\"arguments\":{\"name\":\"a\",\"text\":\"x\"}}\n\n"
        "{\"tool\":\"note_read\",\"arguments\":{\"name\":\"a\"},\"expect\":{\"text\":\"x\"}}\n"
        "{\"tool\":\"note_read\",\"arguments\":{},\"expect\":{\"code\":\"invalid\","
        "\"errors\":[{\"path\":\"/name\"}]}}\n");
    CHECK(done.code == 0);
    CHECK(done.err.empty());
    CHECK(std::count(done.out.begin(), done.out.end(), '\n') == 3);
    CHECK(done.out.starts_with("{\"name\":\"a\",\"text\":\"x\"}\n"));
}

TEST_CASE("a script stops at the first mismatch and names the line") {
    const std::string expect =
        GENERATE(as<std::string>{}, R"({"text":"y"})", R"({"more":1})", R"({"text":["x"]})", "5");
    const auto done = play(
        "\n{\"tool\":\"note_write\",\"arguments\":{\"name\":\"a\",\"text\":\"x\"},"
        "\"expect\":" +
        expect + "}\n{\"tool\":\"note_read\"}\n");
    CHECK(done.code == 1);
    CHECK(done.err.starts_with("throughline: line 2: "));
    CHECK(std::count(done.out.begin(), done.out.end(), '\n') == 1);
}

TEST_CASE("a script line may use what an earlier one gave") {
    Program program;
    const std::string first =
        R"({"tool":"create_longterm_memory","keep":"old","arguments":{"episode_name":"Berths",)"
        R"("source_description":"x.md","facts":[{"subject_name":"Tug","predicate":"lies_at",)"
        R"("object_name":"Pier 9","statement":"The tug lies at Pier 9."}]}})";
    const std::string second =
        R"({"tool":"get_longterm_memory_episode","arguments":{"episode_uuid":"${old/episode_uuid}"},)"
        R"("expect":{"episode_name":"Berths"}})";
    CHECK(program.run({"script", "-"}, first + "\n" + second + "\n").code == 0);
    const std::string unknown =
        R"({"tool":"map_review","arguments":{"conversation":"${new/episode_uuid}"}})";
    const auto done = program.run({"script", "-"}, first + "\n" + unknown + "\n");
    CHECK(done.code == 2);
    CHECK(done.err.find("nothing is kept as new/episode_uuid") != std::string::npos);
}

TEST_CASE("a script line that is none is misuse") {
    const std::string line =
        GENERATE(as<std::string>{}, "no json", "[]", "{}", R"({"tool":"note_reed"})",
                 R"({"tool":"note_read","args":{}})");
    const auto done = play(line + "\n");
    CHECK(done.code == 2);
    CHECK(done.err.starts_with("throughline: line 1: "));
}

TEST_CASE("a refused call is shown with every problem") {
    mcp::Called called;
    called.failure = mcp::Failure{
        store::Code::conflict,
        "it moved",
        {{"/delta", "r", "line two", "+ [T1] Task: x", 2}, {"/name", "r", "a name", "", {}}}};
    CHECK(mcp::shown(called) == Json::parse(R"({"code":"conflict","message":"it moved","errors":[
            {"index":2,"path":"/delta","message":"line two","try":"+ [T1] Task: x"},
            {"path":"/name","message":"a name"}]})"));
}
