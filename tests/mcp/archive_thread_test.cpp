#include "tests/mcp/archive_house.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <tuple>

using tests::House;
using tests::lines_of;
using tools::Json;

namespace {

using Lines = std::vector<std::string>;

std::string joined_lines(const Lines& lines) {
    std::string out;
    for (const std::string& line : lines)
        out += line + "\n";
    return out;
}

/// A thread that grows by seeded choices through every tool that changes one.
class RandomThread {
public:
    RandomThread(House& house, unsigned seed) : house_(house), random_(seed) {}

    void run(int steps) {
        said({{"kind", "prompt"}, {"content", "Where do we begin?"}});
        for (int i = 0; i < steps; ++i)
            step(i);
    }

    int taken = 0;

private:
    std::size_t below(std::size_t n) { return random_() % n; }

    std::string node() { return ids_[below(ids_.size())]; }

    std::string branch() { return branches_[below(branches_.size())]; }

    /// What a tool refuses is no part of the thread.
    Json tried(const char* tool, Json arguments) {
        arguments["thread"] = "talk";
        try {
            Json reply = house_.call(tool, arguments);
            ++taken;
            return reply;
        } catch (const store::Error&) {
            return Json::object();
        }
    }

    void said(Json one) {
        if (below(4) == 0)
            one["metadata"] = {{"importance", .37}, {"message", {{"b", 1}, {"a", 2}}}};
        if (below(5) == 0) one["nonce"] = std::to_string(below(50));
        if (below(5) == 0) one["timestamp"] = 5 + below(1'000'000'000'000);
        if (below(5) == 0) one["tokens"] = below(100);
        if (below(6) == 0) one["logprobs"] = {{"p", {-.1, -2.5e-9}}};
        if (below(5) == 0 && !ids_.empty()) one["parents"] = Json::array({node()});
        if (below(7) == 0 && !ids_.empty()) one["transclude"] = Json::array({node()});
        if (below(9) == 0 && !ids_.empty()) one["supersedes"] = Json::array({node()});
        keep_ids(tried("thread_append",
                       {{"branch", branch()}, {"nodes", Json::array({std::move(one)})}}));
    }

    void keep_ids(const Json& reply) {
        if (!reply.contains("ids")) return;
        for (const Json& id : reply["ids"])
            ids_.push_back(id);
    }

    void called(int i) {
        const std::string call = "c" + std::to_string(i);
        const Json args = i % 2 == 0 ? Json{{"z", 1}, {"a", {true}}} : Json("{\"z\": 1}");
        const Json asked = {
            {"kind", "tool_call"}, {"name", "look"}, {"call_id", call}, {"args", args}};
        const Json told = {
            {"kind", "tool_result"}, {"call_id", call}, {"output", i % 3 == 0 ? "" : "ok\n"}};
        keep_ids(
            tried("thread_append", {{"branch", branch()}, {"nodes", Json::array({asked, told})}}));
    }

    void branched(int i) {
        const std::string name = "b" + std::to_string(i);
        Json at = {{"op", "create"}, {"name", name}, {"branch", branch()}};
        if (below(2) == 0) at["at"] = node();
        if (!tried("thread_branch", at).empty()) branches_.push_back(name);
    }

    void merged() {
        const Lines strategies{"ours", "theirs", "both"};
        tried("thread_branch", {{"op", "merge"},
                                {"name", branch()},
                                {"into", branch()},
                                {"strategy", strategies[below(3)]}});
    }

    void retracted() {
        const Lines cascades{"none", "answers", "exclusive", "mark_stale"};
        tried("thread_retract", {{"ids", Json::array({node()})},
                                 {"branch", branch()},
                                 {"restore", below(4) == 0},
                                 {"reason", below(2) == 0 ? "it was \"false\"" : ""},
                                 {"cascade", cascades[below(4)]}});
    }

    void linked() {
        const Lines types{"transclude", "supersedes", "embeds"};
        tried("thread_link", {{"from", node()},
                              {"to", node()},
                              {"type", types[below(3)]},
                              {"weight", .25},
                              {"branch", branch()}});
    }

    void step(int i) {
        const std::string text = "Said " + std::to_string(i) + " \u00e9\u4e2d";
        switch (below(12)) {
            case 0:
                return branched(i);
            case 1:
                return merged();
            case 2:
            case 3:
                return retracted();
            case 4:
                return linked();
            case 5:
                return called(i);
            case 6:
                tried("thread_summarize", {{"members", Json::array({node(), node()})},
                                           {"text", text},
                                           {"branch", branch()}});
                return;
            case 7:
                return said({{"kind", "critique"}, {"content", text}, {"target", node()}});
            case 8:
                return said({{"kind", "prompt"}, {"content", text}, {"role", "system"}});
            case 9:
                return said({{"kind", "prompt"}, {"content", text}});
            default:
                return said({{"kind", "completion"}, {"content", text}, {"model", "m-1"}});
        }
    }

    House& house_;
    std::mt19937 random_;
    Lines ids_, branches_{"main"};
};

/// What a tool answers, or why not.
Json answer_of(House& house, const char* tool, const Json& arguments) {
    try {
        return house.call(tool, arguments);
    } catch (const store::Error& error) {
        return error.what();
    }
}

/// Everything a thread shows of itself.
Json shown(House& house, const std::string& thread) {
    Json out;
    const Json all = house.call("thread_log", {{"thread", thread}, {"op", "branches"}});
    out.push_back(all);
    for (const Json& one : all["branches"]) {
        const Json at = {{"thread", thread}, {"branch", one["name"]}};
        for (const char* tool : {"thread_log", "thread_assemble", "thread_export"})
            out.push_back(answer_of(house, tool, at));
        Json versions = at;
        versions["op"] = "versions";
        out.push_back(house.call("thread_log", versions));
    }
    return out;
}

/// Says a thread of three nodes and takes one back.
void fill_talk(House& house, const std::string& question = "Which port?") {
    const Json reply = house.call(
        "thread_append", {{"thread", "talk"},
                          {"nodes",
                           {{{"kind", "prompt"}, {"content", question}},
                            {{"kind", "completion"}, {"content", "4321"}, {"nonce", "n"}}}}});
    house.call("thread_retract", {{"thread", "talk"}, {"ids", Json::array({reply["ids"][1]})}});
}

/// The line of an export that has this part, with its parts to change.
Json part_of(const Lines& lines, std::size_t at) {
    return Json::parse(lines.at(at));
}

}  // namespace

TEST_CASE("LM15 threads come back whole and give the same export again") {
    const unsigned seed = GENERATE(1U, 2U, 3U, 4U, 5U);
    House from, to;
    RandomThread thread(from, seed);
    thread.run(220);
    REQUIRE(thread.taken > 60);
    const std::string lines = from.exported();
    const auto [done, told] = to.import(lines);
    CHECK(told.empty());
    CHECK(done.refused == 0);
    CHECK(done.stored == lines_of(lines).size() - 2);
    CHECK(to.exported() == lines);
    CHECK(shown(to, "talk") == shown(from, "talk"));
    const auto again = to.import(lines).first;
    CHECK(again.stored == 0);
    CHECK(again.stored_before == lines_of(lines).size() - 2);
    CHECK(to.exported() == lines);
    to.now = from.now;
    RandomThread(from, seed + 100).run(60);
    RandomThread(to, seed + 100).run(60);
    CHECK(to.exported() == from.exported());
}

TEST_CASE("LM15 the threads of the examples come back") {
    House from, to;
    std::size_t calls = 0;
    for (const auto& file : std::filesystem::directory_iterator(EXAMPLE_THREADS)) {
        std::ifstream in(file.path());
        for (std::string text; std::getline(in, text);) {
            if (text.empty()) continue;
            const Json line = Json::parse(text);
            try {
                from.call(line["tool"], line["arguments"]);
                ++calls;
            } catch (const store::Error&) {
                CHECK(line.contains("expect"));  // a call that shows a refusal
            }
        }
    }
    CHECK(calls > 10);
    const std::string lines = from.exported();
    CHECK(to.import(lines).second.empty());
    CHECK(to.exported() == lines);
    for (const char* thread : {"code-review", "lighthouse"})
        CHECK(shown(to, thread) == shown(from, thread));
}

TEST_CASE("LM15 a call that a thread answered is answered again behind an import") {
    House from, to;
    fill_talk(from);
    const Json call = {{"thread", "talk"},
                       {"expected_version", "v2"},
                       {"nodes", {{{"kind", "completion"}, {"content", "8080"}}}}};
    const Json first = from.call("thread_append", call);
    to.import(from.exported());
    CHECK(to.call("thread_append", call) == first);
    CHECK(to.exported() == from.exported());
}

TEST_CASE("LM15 another thread of the same name is left alone") {
    House from, to;
    fill_talk(from);
    fill_talk(to, "Which host?");
    const std::string before = to.exported();
    const auto [done, told] = to.import(from.exported());
    CHECK(done.stored == 0);
    CHECK(done.refused > 0);
    for (const std::string& line : lines_of(told))
        CHECK(line.find("there is another thread of this name here") != std::string::npos);
    CHECK(to.exported() == before);
}

TEST_CASE("LM15 a thread grows by a later export, and an older one changes nothing") {
    House from, to;
    fill_talk(from);
    const std::string old = from.exported();
    to.import(old);
    from.call("thread_append",
              {{"thread", "talk"}, {"nodes", {{{"kind", "prompt"}, {"content", "And now?"}}}}});
    const std::string grown = from.exported();
    CHECK(to.import(grown).second.empty());
    CHECK(to.exported() == grown);
    CHECK(to.import(old).second.empty());
    CHECK(to.exported() == grown);
}

TEST_CASE("LM15 a line of a thread that does not fit is refused with its reason") {
    House from, to;
    fill_talk(from);
    Lines lines = lines_of(from.exported());
    REQUIRE(lines.size() == 10);  // header, 2 nodes, v1, critique, link, v2, main, clock, count
    const auto [at, change, reason] = GENERATE(
        std::tuple<std::size_t, const char*, const char*>{
            1, R"({"node":{"text":"Which harbour?"}})", "/node/id: the id is not that"},
        std::tuple<std::size_t, const char*, const char*>{2, R"({"node":{"nonce":"m"}})",
                                                          "/node/id: the id is not that"},
        std::tuple<std::size_t, const char*, const char*>{
            2, R"({"node":{"item":4}})", "/item: item 2 is missing before this line"},
        std::tuple<std::size_t, const char*, const char*>{2, R"({"node":{"parents":["ab"]}})",
                                                          "/node/parents/0: expected an id"},
        std::tuple<std::size_t, const char*, const char*>{
            2,
            R"({"node":{"parents":["00000000000000000000000000000000000000000000000000000000000000aa"]}})",
            "/node/parents/0: there is no node 0000"},
        std::tuple<std::size_t, const char*, const char*>{
            2, R"({"node":{"metadata":"{"}})", "/node/metadata: expected the text of a JSON"},
        std::tuple<std::size_t, const char*, const char*>{3, R"({"version":{"adds":["1"]}})",
                                                          "/version/adds: item 2 came before it"},
        std::tuple<std::size_t, const char*, const char*>{3, R"({"version":{"adds":["1-9"]}})",
                                                          "/version/adds: item 9 is missing"},
        std::tuple<std::size_t, const char*, const char*>{3, R"({"version":{"parents":["v7"]}})",
                                                          "there is no version v7"},
        std::tuple<std::size_t, const char*, const char*>{
            3,
            R"({"version":{"digest":"00000000000000000000000000000000000000000000000000000000000000aa"}})",
            "/version/digest: the digest is not that"},
        std::tuple<std::size_t, const char*, const char*>{4, R"({"after":"v9 00"})",
                                                          "/after: version v9 is missing"},
        std::tuple<std::size_t, const char*, const char*>{7, R"({"branch":{"version":"v3"}})",
                                                          "there is no version v3"});
    Json line = part_of(lines, at);
    line.merge_patch(Json::parse(change));
    lines[at] = line.dump();
    const auto [done, told] = to.import(joined_lines(lines));
    INFO(told);
    CHECK(done.refused > 0);
    CHECK(told.starts_with("line " + std::to_string(at + 1) + ": "));
    CHECK(lines_of(told).front().find(reason) != std::string::npos);
    CHECK(to.import(from.exported()).second.empty());  // what was left half is no hindrance
    CHECK(to.exported() == from.exported());
}

TEST_CASE("LM15 an import of a thread that was broken off is no part of it, and goes on later") {
    House from, to, third;
    fill_talk(from);
    const std::string whole = from.exported();
    const Lines lines = lines_of(whole);
    for (const std::size_t cut : {std::size_t{2}, std::size_t{3}, std::size_t{5}}) {
        to.import(joined_lines({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(cut)}));
        const Json log = to.call("thread_log", {{"thread", "talk"}});
        CHECK(log["nodes"].empty());  // main points to a version when all of it is there
    }
    CHECK(to.import(whole).second.empty());
    CHECK(to.exported() == whole);
    third.import(joined_lines({lines.begin(), lines.begin() + 3}));
    fill_talk(third);
    CHECK(third.exported() == whole);
}

TEST_CASE("LM15 what an import left behind when it died is resumed, or gone with the next change") {
    House from, resumed, changed;
    Json nodes = Json::array();
    for (int i = 0; i < 100; ++i)
        nodes.push_back({{"kind", "prompt"}, {"content", "Line " + std::to_string(i)}});
    from.call("thread_append", {{"thread", "talk"}, {"nodes", nodes}});
    const std::string whole = from.exported();
    const Lines lines = lines_of(whole);
    const std::string broken =
        joined_lines({lines.begin(), lines.begin() + 90}) + "{\"format\":\"other\"}\n";
    for (House* house : {&resumed, &changed})
        CHECK_THROWS_AS(house->import(broken), store::Error);
    const auto [done, told] = resumed.import(whole);
    CHECK(told.empty());
    CHECK(done.stored_before == 64);
    CHECK(resumed.exported() == whole);
    House fresh;
    fill_talk(changed, "Line 0");
    fill_talk(fresh, "Line 0");
    CHECK(changed.exported() == fresh.exported());
}

TEST_CASE("LM15 a node whose nonce was not kept keeps its id") {
    House from, to;
    fill_talk(from);
    Lines lines = lines_of(from.exported());
    Json line = part_of(lines, 2);
    REQUIRE(line["node"]["nonce"] == "n");
    line["node"].erase("nonce");
    lines[2] = line.dump();
    CHECK(to.import(joined_lines(lines)).second.find("/node/id") != std::string::npos);
    line["node"]["nonce_lost"] = true;
    lines[2] = line.dump();
    CHECK(to.import(joined_lines(lines)).second.empty());
    CHECK(to.exported() == joined_lines(lines));
}
