#include "tests/mcp/archive_house.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

using tests::House;
using tests::lines_of;
using tools::Json;

namespace {

Json said(const std::string& subject, const std::string& predicate, const std::string& object) {
    return {{"subject_name", subject},
            {"predicate", predicate},
            {"object_name", object},
            {"statement", subject + " " + predicate + " " + object + "."}};
}

Json written(const std::vector<Json>& facts, const std::string& name = "Harbor systems") {
    return {{"episode_name", name}, {"source_description", "harbor.md"}, {"facts", facts}};
}

/// A memory in which everything happened once.
void fill_memory(House& house) {
    const std::string create = "create_longterm_memory";
    Json dated = said("Team Heron", "uses", "Postgres");
    dated["valid_at_iso"] = "2024";
    dated["confidence"] = 0.85;
    const Json first = house.call(create, written({dated, said("Team Heron", "sits_in", "Oslo")}));
    Json next = written({said("Team Heron", "uses", "ClickHouse")}, "Heron moved");
    next["ends"] = {{{"fact", first["episode_uuid"].get<std::string>() + "#0"},
                     {"invalid_at_iso", "2025-07"},
                     {"reason", "moved"}}};
    next["reference_time_iso"] = "2025-07-01";
    next["source"] = "harbor.md";
    next["covers"] = {{"from", 1}, {"to", 9}, {"total", 12}};
    house.call(create, next);
    const Json old = house.call(create, written({said("Pier 4", "holds", "grain")}, "Pier 4"));
    Json better = written({said("Pier 4", "holds", "timber")}, "Pier 4");
    better["episode_uuid"] = old["episode_uuid"];
    house.call("replace_longterm_memory_episode", better);
    const Json secret = house.call(
        create, written({said("Anna", "lives_in", "Bergen"), said("Anna", "owns", "a dinghy")}));
    house.call("forget_longterm_memory",
               {{"fact", secret["episode_uuid"].get<std::string>() + "#0"},
                {"mode", "erase"},
                {"reason", "asked"}});
    const Json gone = house.call(create, written({said("Buoy 7", "drifts_to", "the shoal")}));
    house.call("forget_longterm_memory",
               {{"episode_uuid", gone["episode_uuid"]}, {"mode", "erase"}, {"reason", "asked"}});
    Json pattern = written({said("team", "uses", "database")}, "Ontology of teams");
    pattern["kind"] = "ontology";
    pattern["facts"][0]["single"] = "object";
    house.call(create, pattern);
}

/// A map with history, retired ids, a turn and attention.
void fill_maps(House& house) {
    const auto update = [&](const std::string& delta, const std::string& turn = "") {
        Json arguments = {{"delta", delta}};
        if (!turn.empty()) arguments["turn"] = turn;
        house.call("map_update", arguments);
    };
    update(
        "+ [G1] Goal: Online booking is open - source: user - confidence: confirmed\n"
        "+ [T1] Task: Choose the software\n+ [T2] Task: Set up the calendar\n"
        "+ [G1] --depends_on--> [T1]\n+ [T2] --depends_on--> [T1]");
    update(
        "+ [C1] Context: Each mechanic takes 4 bikes a day\n+ [D1] Decision: Use Cal - reason: "
        "free",
        "turn-1");
    update("+ [C2] Context: Each mechanic takes 6 bikes a day", "turn-2");
    update("x [C1]");
    update("~ [T1] done");
}

}  // namespace

TEST_CASE("LM15 an export comes back whole and gives the same export again") {
    House from, to;
    fill_memory(from);
    fill_maps(from);
    const std::string lines = from.exported();
    const auto [done, told] = to.import(lines);
    CHECK(told.empty());
    CHECK(done.refused == 0);
    CHECK(done.stored == lines_of(lines).size() - 2);
    CHECK(to.exported() == lines);
    CHECK(to.found("Heron").size() == from.found("Heron").size());
    CHECK(to.found("Bergen").empty());
    CHECK(lines.find("Bergen") == std::string::npos);
    for (const char* view : {"active", "complete"})
        CHECK(to.call("map_review", {{"view", view}}) == from.call("map_review", {{"view", view}}));
    CHECK(to.call("map_history", Json::object()) == from.call("map_history", Json::object()));
    CHECK(to.call("memory_status", Json::object())["dataspaces"][0]["removed"] ==
          from.call("memory_status", Json::object())["dataspaces"][0]["removed"]);
}

TEST_CASE("LM15 what is stored already is counted and changes nothing") {
    House house;
    fill_memory(house);
    fill_maps(house);
    const std::string lines = house.exported();
    const auto [done, told] = house.import(lines);
    CHECK(told.empty());
    CHECK(done.stored == 0);
    CHECK(done.stored_before == lines_of(lines).size() - 2);
    CHECK(house.exported() == lines);
}

TEST_CASE("LM15 a map goes on after an import as it would have") {
    House from, to;
    fill_maps(from);
    to.import(from.exported());
    to.now = from.now;
    const Json change = {{"delta", "+ [T3] Task: Tell the customers\n+ [G1] --depends_on--> [T3]"},
                         {"turn", "turn-9"}};
    CHECK(from.call("map_update", change) == to.call("map_update", change));
    const Json retry = {{"delta", "+ [C2] Context: Each mechanic takes 6 bikes a day"},
                        {"turn", "turn-2"}};
    CHECK(from.call("map_update", retry) == to.call("map_update", retry));
    const Json back = {{"restore", 2}};
    CHECK(from.call("map_update", back)["delta"] == to.call("map_update", back)["delta"]);
    CHECK(from.exported() == to.exported());
}

TEST_CASE("LM15 a history whose revisions are joined comes back") {
    House from, to;
    const auto delta = [](int revision) -> std::string {
        switch (revision) {
            case 1:
                return "+ [T1] Task: Count the boats\n+ [T2] Task: Paint the pier";
            case 50:
            case 151:
                return "~ [T2] - status: pending";
            case 120:
                return "+ [C1] Context: It rains";
            case 121:
                return "x [C1]";
            case 150:
                return "~ [T2] - status: blocked";
            default:
                return "~ [T1] Task: Count " + std::to_string(revision) + " boats";
        }
    };
    for (int revision = 1; revision <= 1'220; ++revision)
        from.call("map_update", {{"delta", delta(revision)}});
    const std::string lines = from.exported();
    REQUIRE(lines.find("\"revision\":200,\"first\":101") != std::string::npos);
    CHECK(lines.find("It rains") == std::string::npos);
    CHECK(to.import(lines).second.empty());
    CHECK(to.exported() == lines);
    const Json again = {{"delta", "+ [C] Context: It rains"}};
    CHECK(from.call("map_update", again)["delta"] == to.call("map_update", again)["delta"]);
}

TEST_CASE("LM15 faulty lines are told with number and reason, the others are stored") {
    House from, to;
    fill_memory(from);
    auto lines = lines_of(from.exported());
    REQUIRE(lines.size() > 4);
    Json bad = Json::parse(lines[1]);
    bad["episode"]["facts"][1]["statement"] = "";
    bad["episode"]["facts"][0]["object_name"] = "Team Heron";
    lines[1] = bad.dump();
    lines.insert(lines.begin() + 3, {"{\"dataspace\":", "[1]", "{\"colour\":\"red\"}"});
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    const auto [done, told] = to.import(text);
    CHECK(done.refused == 5);  // the count at the end no longer fits
    CHECK(done.stored == lines.size() - 6);
    const auto at = [&](const std::string& part) { return told.find(part) != std::string::npos; };
    CHECK(at("line 2: "));
    CHECK(at("/facts/0/object_name"));
    CHECK(at("/facts/1/statement"));
    CHECK(at("line 4: "));
    CHECK(at("line 5: expected a JSON object"));
    CHECK(at("line 6: expected a line of an export"));
    CHECK(to.found("Oslo").empty());
    CHECK(to.found("timber").size() == 1);
}

TEST_CASE("LM15 a file that ends early or is of another kind is told") {
    House from, to;
    fill_maps(from);
    const std::string lines = from.exported();
    const std::string cut = lines.substr(0, lines.rfind("{\"lines\""));
    CHECK(to.import(cut).second.find("ends early") != std::string::npos);
    CHECK_THROWS_AS(to.import("{\"format\":\"throughline\",\"version\":2}\n"), store::Error);
    CHECK_THROWS_AS(to.import("{\"format\":\"other\",\"version\":1}\n"), store::Error);
}

TEST_CASE("LM15 a map of the same name with another history is left alone") {
    House from, to;
    fill_maps(from);
    to.call("map_update", {{"delta", "+ [G1] Goal: Something else"}});
    const std::string before = to.exported();
    const auto [done, told] = to.import(from.exported());
    CHECK(done.stored == 0);
    CHECK(told.find("another revision 1") != std::string::npos);
    CHECK(to.exported() == before);
}

TEST_CASE("LM15 lines that break a rule of maps are refused") {
    House house;
    fill_maps(house);
    const std::string before = house.exported();
    const char* nodes = GENERATE("\"nodes\":[{\"id\":\"T9\"}]", "\"added\":[\"T1 blocks Q4\"]",
                                 "\"removed\":[\"T1 blocks T2\"]", "\"added\":[\"T1 likes T2\"]",
                                 "\"nodes\":[{\"id\":\"T9\",\"node\":{\"text\":\"\"}}]");
    const auto [done, told] = house.import(
        "{\"map\":\"main\",\"revision\":{\"revision\":6,"
        "\"time_ms\":1," +
        std::string(nodes) + "}}\n");
    CHECK(done.refused == 1);
    CHECK(told.starts_with("line 1: "));
    CHECK(house.exported() == before);
}

TEST_CASE("LM15 tenants stay apart in one export") {
    House from("guest"), to;
    from.call("create_longterm_memory", written({said("Guest", "likes", "herring")}));
    CHECK(from.exported().find("{\"tenant\":\"guest\",") != std::string::npos);
    CHECK(to.import(from.exported()).first.stored == 1);
    CHECK(to.found("herring").empty());
    CHECK(to.exported() == from.exported());
}

TEST_CASE("LM15 the reference server's memory moves in") {
    House house;
    std::string text =
        R"({"type":"entity","name":"Ada","entityType":"person","observations":["Wrote the first program","Lived in London,)"
        "\\n"
        R"(then in Kent"]}
{"type":"entity","name":"Engine","entityType":"engine","observations":[]}
{"type":"relation","from":"Ada","to":"Engine","relationType":"wrote programs for"}
{"type":"entity","name":"Ada","entityType":"","observations":["x"]}
)";
    Json large = {{"type", "entity"},
                  {"name", "Log book of the northern harbor office"},
                  {"entityType", "book"},
                  {"observations", Json::array()}};
    for (int i = 0; i < 250; ++i)
        large["observations"].push_back("Entry " + std::to_string(i) + " tells of a ship.");
    large["observations"].push_back(std::string(600, 'a') + " " + std::string(900, 'b'));
    text += large.dump() + "\n";
    const auto [done, told] = house.import(text);
    CHECK(done.stored == 4);
    CHECK(told == "line 4: nothing of the line was stored; /entityType: expected a text\n");
    CHECK(house.found("Kent").front() == "Lived in London, then in Kent");
    CHECK(house.found("Engine").size() >= 2);
    const Json status = house.call("memory_status", Json::object())["dataspaces"][0];
    CHECK(status["episodes"] == 6);
    CHECK(status["facts"] == 2 + 1 + 1 + 252);

    const Json ada = {{"type", "entity"},
                      {"name", "Ada"},
                      {"entityType", "person"},
                      {"observations", {"Wrote the first program", "Kept a cat"}}};
    const auto again = house.import(text + ada.dump() + "\n").first;
    CHECK(again.stored == 1);
    CHECK(again.stored_before == 4);
    const auto found = house.found("Who wrote the first program?");
    CHECK(std::count(found.begin(), found.end(), "Wrote the first program") == 1);
    CHECK(house.found("cat").front() == "Kept a cat");
}

TEST_CASE("LM16 a secret in an import is told by line and rule, never shown") {
    House house;
    const std::string key = "AKIA" + std::string("Q3EGRIJ7ZP5VXK2M");
    const auto [done, told] = house.import(
        R"({"type":"entity","name":"Build host","entityType":"host","observations":["Uses )" + key +
        "\"]}\n");
    CHECK(done.refused == 1);
    CHECK(told.find("aws_access_key") != std::string::npos);
    CHECK(told.find(key) == std::string::npos);
}

TEST_CASE("LM15 export and import as commands") {
    const tests::TempDir dir;
    const std::string file = dir.path() / "all.ndjson";
    const auto run = [&](const std::string& store, std::vector<std::string> words,
                         const std::string& input = "") {
        words.insert(words.begin(), THROUGHLINE);
        return tests::run_program(
            words, input, {"THROUGHLINE_STORE=" + (dir.path() / store).string()}, dir.path());
    };
    run("a", {"call", "map_update", R"({"conversation":"x","delta":"+ [G1] Goal: Sail"})"});
    const auto out = run("a", {"export", file});
    CHECK(out.code == 0);
    CHECK(out.out == "exported 2 lines to " + file + "\n");
    CHECK(run("b", {"import", file}).out ==
          "imported " + file + ": 1 lines stored, 1 stored before, 0 refused\n");
    const auto again = run("b", {"export", "-"});
    std::ifstream in(file);
    CHECK(again.out == std::string(std::istreambuf_iterator<char>(in), {}));
    CHECK(run("c", {"import", "-"}, again.out).code == 0);
    CHECK(run("c", {"import", "-"}, "{}\n").code == 1);
    CHECK(run("c", {"import", dir.path() / "none"}).code == 2);
    CHECK(run("c", {"import", file, "--read-only"}).code == 2);
    CHECK(run("c", {"export", dir.path() / "no" / "file"}).code == 2);
    CHECK_FALSE(std::filesystem::exists(dir.path() / "all.ndjson.part"));
}
