#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <filesystem>
#include <fstream>

using tools::Json;
namespace fs = std::filesystem;

namespace {

/// A caller with a document of 20 lines, every fifth of which is blank.
class Ingester : public tests::Caller {
public:
    Ingester() {
        fs::create_directory(root());
        settings.source_roots = {root().string()};
        write(20);
    }

    [[nodiscard]] fs::path root() const { return dir.path() / "docs"; }

    [[nodiscard]] std::string path() const { return (root() / "report.md").string(); }

    void write(int lines) const {
        std::ofstream out(path());
        for (int i = 1; i <= lines; ++i)
            out << (i % 5 == 0 ? std::string(" ") : "line " + std::to_string(i)) << "\n";
    }

    /// Stores an episode of one fact and gives its uuid.
    std::string store_episode(const std::string& object, const Json& more = Json::object()) {
        Json sent = {{"episode_name", "Owner of " + object},
                     {"source_description", "report.md"},
                     {"source", path()},
                     {"facts", Json::array({{{"subject_name", "Team Heron"},
                                             {"predicate", "owns"},
                                             {"object_name", object},
                                             {"statement", "Team Heron owns " + object + "."}}})}};
        sent.update(more);
        return fields("create_longterm_memory", sent)["episode_uuid"];
    }

    Json mark(const Json& ranges) {
        return fields("coverage_mark", {{"source", path()}, {"ranges", ranges}});
    }

    Json report() { return fields("coverage_report", {{"source", path()}}); }

    /// The reasons why a mark is refused, by path.
    std::map<std::string, std::string> refused(const Json& arguments) {
        std::map<std::string, std::string> out;
        for (const auto& problem : refusal("coverage_mark", arguments).problems)
            out[problem.path] = problem.reason;
        return out;
    }
};

Json range(int from, int to) {
    return {{"from", from}, {"to", to}};
}

Json processed(int from, int to, const std::string& episode) {
    return {{"from", from}, {"to", to}, {"episodes", {episode}}};
}

Json skipped(int from, int to, const std::string& reason) {
    return {{"from", from}, {"to", to}, {"skipped", reason}};
}

}  // namespace

TEST_CASE("LM12 marks tell what is left, blank lines never count") {
    Ingester ingester;
    const std::string episode = ingester.store_episode("Harbor");
    const Json marked = ingester.mark(
        Json::array({processed(1, 4, episode), skipped(6, 9, "a table of contents")}));
    CHECK(marked["total"] == 16);
    CHECK(marked["processed"] == 4);
    CHECK(marked["skipped"] == 4);
    CHECK(marked["missing"] == 8);
    CHECK(marked["uncovered"] == Json::array({range(11, 19)}));
    CHECK(ingester.text("coverage_mark", {{"source", ingester.path()}})
              .find("4 of 16 lines processed, 4 skipped, 8 uncovered (11-19)") !=
          std::string::npos);
}

TEST_CASE("LM12 covers marks in the transaction of its episode") {
    Ingester ingester;
    ingester.store_episode("Harbor", {{"covers", range(1, 9)}});
    const Json report = ingester.report();
    CHECK(report["processed"] == 8);
    CHECK(report["episodes"]["created"] == 1);
    CHECK(report["episodes"]["facts"] == 1);
    CHECK(report["pass"] == "partial");
    ingester.store_episode("Gate", {{"covers", range(10, 20)}});
    CHECK(ingester.report()["pass"] == "dense");
    CHECK(ingester.report()["uncovered"].empty());
}

TEST_CASE("LM12 marks follow what replaced an episode; all forgotten is uncovered") {
    Ingester ingester;
    const std::string old = ingester.store_episode("Harbor", {{"covers", range(1, 9)}});
    Json sent = {{"episode_uuid", old},
                 {"episode_name", "Owner of the gate"},
                 {"source_description", "report.md"},
                 {"facts", Json::array({{{"subject_name", "Team Heron"},
                                         {"predicate", "owns"},
                                         {"object_name", "Gate"},
                                         {"statement", "Team Heron owns Gate."}}})},
                 {"covers", range(11, 14)}};
    const std::string fresh =
        ingester.fields("replace_longterm_memory_episode", sent)["episode_uuid"];
    Json report = ingester.report();
    CHECK(report["processed"] == 12);
    CHECK(report["episodes"]["created"] == 2);
    CHECK(report["episodes"]["replaced"] == 1);
    CHECK(report["lost"].empty());
    ingester.call("forget_longterm_memory", {{"episode_uuid", fresh}, {"reason", "wrong"}});
    report = ingester.report();
    CHECK(report["processed"] == 0);
    CHECK(report["pass"] == "none");
    CHECK(report["lost"] == Json::array({range(1, 9), range(11, 14)}));
    CHECK(report["episodes"]["forgotten"] == 1);
    CHECK(ingester.text("coverage_report", {{"source", ingester.path()}}).find("uncovered again") !=
          std::string::npos);
}

TEST_CASE("LM14 an erased source leaves no ledger behind") {
    Ingester ingester;
    ingester.settings.source_roots.clear();
    ingester.store_episode("Harbor", {{"covers", {{"from", 1}, {"to", 9}, {"total", 20}}}});
    const Json forget = {{"source", ingester.path()}, {"reason", "asked"}, {"mode", "erase"}};
    ingester.call("forget_longterm_memory", forget);
    CHECK(ingester.refusal("coverage_report", {{"source", ingester.path()}}).code ==
          store::Code::not_found);
}

TEST_CASE("LM12 an episode that was refused covers nothing") {
    Ingester ingester;
    Json sent = {{"episode_name", "Facts"},
                 {"source_description", "x"},
                 {"source", "s"},
                 {"facts", Json::array()},
                 {"covers", range(1, 2)}};
    ingester.refusal("create_longterm_memory", sent);
    CHECK(ingester.refusal("coverage_report", {{"source", "s"}}).code == store::Code::not_found);
}

TEST_CASE("LM12 covers needs a source and a range that is one") {
    Ingester ingester;
    Json sent = {{"episode_name", "Owner of Harbor"},
                 {"source_description", "x"},
                 {"facts", Json::array({{{"subject_name", "Team Heron"},
                                         {"predicate", "owns"},
                                         {"object_name", "Harbor"},
                                         {"statement", "Team Heron owns Harbor."}}})},
                 {"covers", range(5, 2)}};
    CHECK(ingester.refusal("create_longterm_memory", sent).problems.front().path == "/covers");
    sent["covers"] = range(1, 2);
    CHECK(ingester.refusal("create_longterm_memory", sent).problems.front().path == "/covers");
    sent["source"] = "s";
    CHECK_FALSE(ingester.fields("create_longterm_memory", sent).empty());
}

TEST_CASE("LM12 an ontology covers nothing") {
    Ingester ingester;
    const std::string ontology = ingester.store_episode("product", {{"kind", "ontology"}});
    CHECK(ingester.refused({{"source", ingester.path()},
                            {"ranges", Json::array({processed(1, 4, ontology)})}}) ==
          std::map<std::string, std::string>{{"/ranges/0/episodes/0", "ontology"}});
}

TEST_CASE("LM12 every fault of the ranges comes at once, and nothing is marked") {
    Ingester ingester;
    const std::string episode = ingester.store_episode("Harbor");
    const Json both = {{"from", 1}, {"to", 2}, {"skipped", "x"}, {"episodes", {episode}}};
    const auto faults = ingester.refused(
        {{"source", ingester.path()},
         {"ranges", Json::array({processed(9, 3, episode), skipped(1, 21, "x"), both, range(1, 2),
                                 processed(1, 2, "nothing"),
                                 processed(1, 2, "0190b5c2-0000-7000-8000-000000000000"),
                                 processed(1, 2, episode)})}});
    CHECK(faults ==
          std::map<std::string, std::string>{{"/ranges/0/to", "out_of_range"},
                                             {"/ranges/1/to", "out_of_range"},
                                             {"/ranges/2", "missing"},
                                             {"/ranges/3", "missing"},
                                             {"/ranges/4/episodes/0", "unknown_episode"},
                                             {"/ranges/5/episodes/0", "unknown_episode"}});
    CHECK(ingester.report()["processed"] == 0);
    CHECK(ingester.report()["pass"] == "none");
}

TEST_CASE("LM12 the same mark again changes nothing") {
    Ingester ingester;
    const std::string episode = ingester.store_episode("Harbor");
    const Json ranges = Json::array({processed(1, 4, episode), skipped(6, 9, "navigation")});
    const Json first = ingester.mark(ranges);
    CHECK(ingester.mark(ranges) == first);
    CHECK(ingester.report()["skips"].size() == 1);
}

TEST_CASE("LM12 a source that the server does not read is counted as it is told") {
    Ingester ingester;
    const Json sent = {{"source", "Board minutes 2026"},
                       {"unit", "elements"},
                       {"ranges", Json::array({skipped(1, 3, "agenda")})}};
    const Json unknown = ingester.fields("coverage_mark", sent);
    CHECK(unknown["notes"].dump().find("total is unknown") != std::string::npos);
    Json again = sent;
    again["total"] = 12;
    const Json told = ingester.fields("coverage_mark", again);
    CHECK(told["unit"] == "elements");
    CHECK(told["total"] == 12);
    CHECK(told["uncovered"] == Json::array({range(4, 12)}));
    again["unit"] = "lines";
    CHECK(ingester.refused(again).contains("/unit"));
    CHECK(ingester.refusal("coverage_mark", {{"source", " "}}).problems.front().path == "/source");
}

TEST_CASE("LM12 a source that changed is reported with what was marked before") {
    Ingester ingester;
    const std::string episode = ingester.store_episode("Harbor");
    ingester.mark(Json::array({processed(1, 20, episode)}));
    CHECK(ingester.report()["pass"] == "dense");
    ingester.write(30);
    const Json report = ingester.report();
    CHECK(report["changed"] == Json::array({range(1, 20)}));
    CHECK(report["pass"] == "partial");
    CHECK(report["uncovered"] == Json::array({range(21, 29)}));
    const Json marked = ingester.mark(Json::array({processed(1, 29, episode)}));
    CHECK(marked["notes"].dump().find("changed since") != std::string::npos);
    CHECK(ingester.report()["changed"].empty());
    CHECK(ingester.report()["pass"] == "dense");
}

TEST_CASE("LM12 images of a source are looked at or skipped before it is dense") {
    Ingester ingester;
    std::ofstream(ingester.path()) << "![a](a.png) and ![b](img/b.png)\n";
    const std::string episode = ingester.store_episode("Harbor");
    const Json marked = ingester.mark(Json::array({processed(1, 1, episode)}));
    CHECK(marked["open_images"].size() == 2);
    CHECK(ingester.report()["pass"] == "partial");
    ingester.call("coverage_mark",
                  {{"source", ingester.path()},
                   {"images", Json::array({{{"path", "a.png"}},
                                           {{"path", (ingester.root() / "img/b.png").string()},
                                            {"skipped", "decorative"}}})}});
    const Json report = ingester.report();
    CHECK(report["images"]["referenced"] == 2);
    CHECK(report["images"]["inspected"] == 1);
    CHECK(report["images"]["skipped"] == 1);
    CHECK(report["images"]["open"].empty());
    CHECK(report["pass"] == "dense");
}

TEST_CASE("LM12 the report tells times and where the ontology came from") {
    Ingester ingester;
    ingester.store_episode("product", {{"kind", "ontology"}, {"source", "older.md"}});
    Json dated = {{"reference_time_iso", "2026-03-07"}, {"covers", range(1, 4)}};
    ingester.store_episode("Harbor", dated);
    Json report = ingester.report();
    CHECK(report["times"]["episodes"] == 1);
    CHECK(report["times"]["first"] == "2026-03-07");
    CHECK(report["ontology"]["state"] == "reused");
    CHECK(report["ontology"]["without_pattern"].empty());
    ingester.call("create_longterm_memory",
                  {{"episode_name", "Gate of Harbor"},
                   {"source_description", "report.md"},
                   {"source", ingester.path()},
                   {"facts", Json::array({{{"subject_name", "Gate"},
                                           {"predicate", "stands_at"},
                                           {"object_name", "Harbor"},
                                           {"statement", "The gate stands at the harbor."},
                                           {"valid_at_iso", "2024"}}})}});
    report = ingester.report();
    CHECK(report["ontology"]["without_pattern"] == Json::array({"stands_at"}));
    CHECK(report["times"]["facts"] == 1);
    const std::string text = ingester.text("coverage_report", {{"source", ingester.path()}});
    for (const char* words : {"a first pass", "2 created", "Ontology: reused", "Images: 0"}) {
        CAPTURE(words, text);
        CHECK(text.find(words) != std::string::npos);
    }
}

TEST_CASE("LM12 a dataspace keeps its own ledger") {
    Ingester ingester;
    ingester.settings.dataspaces = {"work", "private"};
    ingester.store_episode("Harbor", {{"covers", range(1, 20)}});
    CHECK(ingester.report()["dataspace"] == "work");
    CHECK(ingester.report()["missing"] == 0);
    const Json other = ingester.fields(
        "coverage_report", {{"source", ingester.path()}, {"dataspace_name", "private"}});
    CHECK(other["missing"] == 16);
    CHECK(
        ingester.refusal("coverage_report", {{"source", "x"}, {"dataspace_name", "theirs"}}).code ==
        store::Code::denied);
}
