#include "mcp/version.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/strict_json.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using tests::run_program;
using tools::Json;
namespace fs = std::filesystem;

namespace {

constexpr const char* sentinel = "zqsentinel77";

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A selection with a sentinel in every text, id and memoryRef.
Json planted(int revision) {
    const std::string word = sentinel;
    const Json source = {{"refId", "src-" + word}, {"sha256", std::string(64, 'a')}};
    const Json summary = {{"summaryId", "sum-" + word}, {"role", "user"},
                          {"kind", "summary"},          {"approved", true},
                          {"text", word + " said so."}, {"memoryRef", "mem-" + word}};
    return {{"schemaVersion", 1},
            {"corpusId", "corpus-" + word},
            {"revision", revision},
            {"branches", Json::array({{{"branchId", "branch-" + word},
                                       {"parentBranchId", "parent-" + word},
                                       {"sourceRevision", 1},
                                       {"sources", Json::array({source})},
                                       {"summaries", Json::array({summary})}}})},
            {"exclude", Json::array({"exclude-" + word})},
            {"restore", Json::array()}};
}

/// The same, each time with another value in it that is refused.
std::vector<Json> spoiled(int revision) {
    std::vector<Json> out;
    const Json good = planted(revision);
    const Json flat = good.flatten();
    for (const auto& leaf : flat.items()) {
        if (leaf.value().is_null()) continue;  // an empty list
        out.push_back(good);
        out.back()[Json::json_pointer(leaf.key())] =
            std::string(sentinel) + " password: Tr0ub4dor&3xQ9";
    }
    return out;
}

/// The program with a store, a directory and a selection file whose name is a sentinel too.
class Projector {
public:
    tests::Finished run(std::vector<std::string> words) const {
        words.insert(words.begin(), {THROUGHLINE, "projection"});
        return run_program(words, {}, {"THROUGHLINE_STORE=" + (dir.path() / "store").string()},
                           dir.path());
    }

    tests::Finished apply(const std::string& bytes) const {
        std::ofstream(dir.path() / file, std::ios::binary) << bytes;
        return run({"--state-root", "state", "--selection", file});
    }

    tests::Finished rebuild() const { return run({"--state-root", "state"}); }

    tests::TempDir dir;
    std::string file = std::string(sentinel) + ".json";
};

std::string code_of(const tests::Finished& done) {
    CHECK(done.err.empty());
    CHECK(done.out.find('\n') == done.out.size() - 1);
    const Json said = Json::parse(done.out);
    CHECK(said["contextGraph"] == "unknown-owner");
    CHECK(said["version"] == mcp::program_version);
    CHECK(said.size() == 4);
    return said["code"];
}

}  // namespace

TEST_CASE("the example of a selection is published") {
    const Projector projector;
    const auto done = projector.run({"--state-root", "state", "--selection", EXAMPLE_SELECTION});
    CHECK(done.code == 0);
    CHECK(code_of(done) == "built");
    const Json graph = Json::parse(text_of(projector.dir.path() / "state/graph.json"));
    CHECK(graph["nodes"].size() == 7);
    CHECK(graph["links"].size() == 7);
    CHECK(projector.rebuild().code == 0);
}

TEST_CASE("P28 the command ends with 0, 2 or 3 and prints a fixed code") {
    const Projector projector;
    CHECK(projector.rebuild().code == 2);
    CHECK(code_of(projector.rebuild()) == "no_selection");
    const auto done = projector.apply(planted(1).dump());
    CHECK(done.code == 0);
    CHECK(code_of(done) == "built");
    CHECK(code_of(projector.run({"--state-root", "state", "--selection", "none"})) ==
          "selection_unreadable");
    CHECK(code_of(projector.run({"--state-root", "state", "--selection", "."})) ==
          "selection_unreadable");
    CHECK(code_of(projector.apply(std::string(3 << 20, ' '))) == "input_too_large");
    CHECK(code_of(projector.run({"--state-root", "state", "--read-only"})) == "read_only");
    const auto absent =
        projector.run({"--state-root", "state", "--verify-graphify", "/no/such/python"});
    CHECK(absent.code == 3);
    CHECK(code_of(absent) == "adapter_absent");
    CHECK(projector.rebuild().code == 0);
    CHECK(projector.run({}).code == 2);
}

TEST_CASE("P29 nothing is opened or made but selection, state and store") {
    const Projector projector;
    REQUIRE(projector.apply(planted(1).dump()).code == 0);
    std::set<std::string> made;
    for (const auto& entry : fs::recursive_directory_iterator(projector.dir.path()))
        made.insert(fs::relative(entry.path(), projector.dir.path()).string());
    CHECK(made == std::set<std::string>{projector.file, "state", "state/extraction.json",
                                        "state/graph.json", "state/receipt.json",
                                        "state/state.json", "store", "store/data.mdb",
                                        "store/lock.mdb"});
    const auto stats =
        run_program({THROUGHLINE, "stats", "--json"}, {},
                    {"THROUGHLINE_STORE=" + (projector.dir.path() / "store").string()});
    CHECK(Json::parse(stats.out)["spaces"]["dataspace"] == 0);
    CHECK(Json::parse(stats.out)["spaces"]["corpus"] == 1);
}

TEST_CASE("P30 nothing of the input is ever printed") {
    const Projector projector;
    const std::string word = sentinel;
    std::vector<tests::Finished> all{
        projector.apply(planted(2).dump()),
        projector.rebuild(),
        projector.apply(planted(1).dump()),
        projector.run({"--state-root", "state", word}),
        projector.run({"--" + word}),
        projector.apply("{\"" + word + "\":1}"),
        projector.apply("{\"" + word),
        projector.run({"--state-root", "elsewhere/" + word + "/\x01"}),
        projector.run({"--state-root", word + "/x", "--selection", word})};
    for (const Json& bad : spoiled(3)) {
        all.push_back(projector.apply(bad.dump()));
        CHECK(all.back().code == 2);
    }
    std::ofstream(projector.dir.path() / "state" / word) << word;
    all.push_back(projector.rebuild());
    CHECK(code_of(all.back()) == "state_not_dedicated");
    fs::remove(projector.dir.path() / "state" / word);
    std::ofstream(projector.dir.path() / "state/state.json") << "{\"" << word << "\":1}";
    all.push_back(projector.rebuild());
    CHECK(all.back().code == 2);
    for (const auto& done : all) {
        CHECK(done.out.find(sentinel) == std::string::npos);
        CHECK(done.err.find(sentinel) == std::string::npos);
    }
}

TEST_CASE("P30 a tool's refusal holds nothing of the selection") {
    const Projector projector;
    Json bad = planted(1);
    bad["branches"][0][std::string("field-") + sentinel] = sentinel;
    const auto done =
        run_program({THROUGHLINE, "call", "projection_apply", Json{{"selection", bad}}.dump()}, {},
                    {"THROUGHLINE_STORE=" + (projector.dir.path() / "store").string()});
    CHECK(done.code == 1);
    CHECK(done.out.find("unknown_field") != std::string::npos);
    CHECK((done.out + done.err).find(sentinel) == std::string::npos);
}

TEST_CASE("P30 a session tells nothing of refused selections, neither in answers nor in its log") {
    const Projector projector;
    std::string input = R"({"jsonrpc":"2.0","id":0,"method":"initialize",)"
                        R"("params":{"protocolVersion":"2025-06-18"}})"
                        "\n";
    const std::vector<Json> all = spoiled(1);
    for (const Json& bad : all)
        input +=
            Json{{"jsonrpc", "2.0"},
                 {"id", 1},
                 {"method", "tools/call"},
                 {"params", {{"name", "projection_apply"}, {"arguments", {{"selection", bad}}}}}}
                .dump() +
            "\n";
    const auto done = run_program(
        {THROUGHLINE, "--toolsets", "projection", "--log-level", "debug"}, input,
        {"THROUGHLINE_STORE=" + (projector.dir.path() / "store").string()}, projector.dir.path());
    std::size_t refused = 0;
    for (std::size_t at = 0; (at = done.out.find("\"isError\":true", at)) != std::string::npos;
         ++at)
        ++refused;
    CHECK(refused == all.size());
    CHECK((done.out + done.err).find(sentinel) == std::string::npos);
}
