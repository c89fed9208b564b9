#include "tests/support/catch.hpp"
#include "tests/tools/selections.hpp"
#include "tools/digest.hpp"
#include "tools/projection/norm_label.hpp"
#include "tools/projection/path.hpp"

#include <algorithm>

using namespace tests;

namespace {

const Json& node(const Json& list, const std::string& id) {
    return *std::find_if(list.begin(), list.end(),
                         [&](const Json& one) { return one["id"] == id; });
}

Json rich() {
    Json out = family(7);
    out["branches"][1]["summaries"][0]["memoryRef"] = "mem-1";
    out["branches"][1]["summaries"][0]["role"] = "assistant";
    out["branches"][1]["sources"].push_back(source("src-parent"));
    return out;
}

}  // namespace

TEST_CASE("P9 branches, sources and summaries become nodes, and what joins them edges") {
    Corpus corpus;
    corpus.apply(rich());
    CHECK(corpus.nodes() == std::set<std::string>{"branch:parent", "branch:child",
                                                  "source:src-parent", "source:src-child",
                                                  "branch:parent:summary:s1",
                                                  "branch:child:summary:s1"});
    CHECK(corpus.edges() ==
          std::set<std::string>{"branch:child forked_from branch:parent",
                                "branch:child attached_source source:src-child",
                                "branch:child attached_source source:src-parent",
                                "branch:parent attached_source source:src-parent",
                                "branch:child approved_summary branch:child:summary:s1",
                                "branch:parent approved_summary branch:parent:summary:s1"});
    const Json graph = corpus.json("graph.json");
    CHECK(graph["directed"] == true);
    CHECK(graph["multigraph"] == false);
    CHECK(corpus.json("extraction.json")["nodes"].size() == 6);
    CHECK(corpus.json("extraction.json")["edges"].size() == 6);
}

TEST_CASE("P10 nodes and edges say where they come from") {
    Corpus corpus;
    corpus.apply(rich());
    const Json graph = corpus.json("graph.json");
    CHECK(node(graph["nodes"], "branch:parent")["sourceRevision"] == 3);
    CHECK(node(graph["nodes"], "source:src-child")["sha256"] == std::string(64, 'a'));
    const Json& said = node(graph["nodes"], "branch:child:summary:s1");
    CHECK(said["role"] == "assistant");
    CHECK(said["kind"] == "summary");
    CHECK(said["sourceRevision"] == 1);
    CHECK(said["memoryRef"] == "mem-1");
    CHECK(said["label"] == "What child came to.");
    CHECK_FALSE(node(graph["nodes"], "branch:parent:summary:s1").contains("memoryRef"));
    for (const Json& edge : graph["links"])
        CHECK(edge["sourceRevision"] == (edge["source"] == "branch:parent" ? 3 : 1));
}

TEST_CASE("P11 every node and edge names corpus, selection and schema") {
    Corpus corpus;
    const std::string digest = corpus.apply(rich()).state.digest;
    for (const auto& [file, lists] : {std::pair{"graph.json", std::pair{"nodes", "links"}},
                                      std::pair{"extraction.json", std::pair{"nodes", "edges"}}}) {
        const Json all = corpus.json(file);
        for (const char* list : {lists.first, lists.second})
            for (const Json& one : all[list]) {
                CHECK(one["corpusId"] == "demo");
                CHECK(one["selectionRevision"] == 7);
                CHECK(one["selectionDigest"] == digest);
                CHECK(one["projectionSchemaVersion"] == 1);
                CHECK(one["embeddingIdentity"] == "none");
                CHECK(one["source_file"] == "selected:demo");
            }
    }
    CHECK(corpus.json("graph.json")["built_at_commit"] == digest);
    CHECK_FALSE(corpus.json("graph.json").contains("built_at"));
}

TEST_CASE("P12 an unselected or excluded parent leaves no node and no edge") {
    Corpus corpus;
    Json some = selection(1, {branch("child", 1, "middle"), branch("top", 1)});
    corpus.apply(some);
    CHECK(corpus.nodes().count("branch:middle") == 0);
    for (const std::string& edge : corpus.edges())
        CHECK(edge.find("forked_from") == std::string::npos);
    some =
        selection(2, {branch("child", 1, "middle"), branch("middle", 1, "top"), branch("top", 1)});
    some["exclude"] = {"middle"};
    corpus.apply(some);
    CHECK(corpus.nodes().count("branch:middle") == 0);
    CHECK(corpus.nodes().count("source:src-middle") == 0);
    for (const std::string& edge : corpus.edges())
        CHECK(edge.find("forked_from") == std::string::npos);
    CHECK(corpus.file("state.json").find("What middle came to.") == std::string::npos);
}

TEST_CASE("P13 the same selection gives the same bytes in any order, again and after a rebuild") {
    Corpus corpus;
    corpus.apply(rich());
    const std::string extraction = corpus.file("extraction.json");
    const std::string graph = corpus.file("graph.json");
    const std::string receipt = corpus.file("receipt.json");
    const auto same = [&](const Corpus& other) {
        CHECK(other.file("extraction.json") == extraction);
        CHECK(other.file("graph.json") == graph);
        CHECK(other.file("receipt.json") == receipt);
    };
    corpus.apply(rich());
    same(corpus);
    corpus.rebuild();
    same(corpus);
    Corpus other;
    Json mixed = rich();
    std::reverse(mixed["branches"].begin(), mixed["branches"].end());
    for (Json& one : mixed["branches"])
        std::reverse(one["sources"].begin(), one["sources"].end());
    other.apply(mixed);
    same(other);
    CHECK(Json::parse(receipt)["graphSha256"] == tools::sha256(graph));
    CHECK(Json::parse(receipt)["extractionSha256"] == tools::sha256(extraction));
}

TEST_CASE("labels are compared without accents and case, as Python does it") {
    using tools::projection::norm_label;
    CHECK(norm_label("Plain TEXT") == "plain text");
    CHECK(norm_label("Zürich CAFÉ") == "zurich cafe");
    CHECK(norm_label("\u0130stanbul \uFB01n \u2167") == "istanbul fin viii");
    CHECK(norm_label("\u039F\u0394\u039F\u03A3 \u03A3\u0391") ==
          "\u03BF\u03B4\u03BF\u03C2 \u03C3\u03B1");
    CHECK(norm_label("Stra\u00DFe \u1E9E") == "stra\u00DFe \u00DF");
    CHECK(norm_label("\uD55C") == "\u1112\u1161\u11AB");
}

TEST_CASE("a path runs between exact ids along relations") {
    using namespace tools::projection;
    const auto snapshot = read_parsed_selection(
        selection(1, {branch("a", 1, "b"), branch("b", 1, "c"), branch("c"), branch("branch")}));
    const auto path = shortest_path(snapshot, "branch:a", "branch:c", false);
    REQUIRE(path);
    CHECK(path_text("branch:a", *path) ==
          "Shortest path (2 hops):\n  branch:a --forked_from [EXTRACTED]--> branch:b "
          "--forked_from [EXTRACTED]--> branch:c");
    CHECK_FALSE(shortest_path(snapshot, "branch:c", "branch:a", false));
    const auto back = shortest_path(snapshot, "branch:c", "branch:b", true);
    REQUIRE(back);
    CHECK(path_text("branch:c", *back) ==
          "Shortest path (1 hops):\n  branch:c <--forked_from [EXTRACTED]-- branch:b");
    CHECK_FALSE(shortest_path(snapshot, "branch:a", "branch:branch", true));
    CHECK(shortest_path(snapshot, "branch:a", "branch:a", false)->empty());
    CHECK(has_node(snapshot, "source:src-a"));
    CHECK_FALSE(has_node(snapshot, "a"));
}
