#include "tests/support/catch.hpp"
#include "tests/support/random_calls.hpp"

using namespace tests;
using tools::Json;

namespace {

/// What a version reads as: its nodes with their states, and its line as messages.
std::string reads_as(Caller& caller, const std::string& version) {
    std::string out = all_nodes(caller, {{"at", version}}).dump();
    return out + caller.text("thread_export", {{"version", version}});
}

/// The branch a call moves, and where it is; "" for one that is not there.
std::string version_to_expect(Caller& caller, const Asked& asked) {
    const bool moves = asked.tool == "thread_branch" && asked.args["op"] != "create";
    const Json& name = !moves                        ? asked.args["branch"]
                       : asked.args["op"] == "merge" ? asked.args["into"]
                                                     : asked.args["name"];
    const Json reply = caller.fields("thread_log", {{"op", "branches"}});
    if (!reply.contains("branches")) return "";
    for (const Json& one : reply["branches"])
        if (one["name"] == name) return one["version"];
    return "";
}

/// Makes an argument wrong somewhere.
void spoil(Asked& asked, Chance& chance) {
    const Texts ids = {"ffffffffffff", "fff", "", "no id"};
    for (const char* list : {"ids", "span", "members"})
        if (asked.args.contains(list) && asked.args[list].is_array())
            asked.args[list].push_back(chance.one_of(ids));
    for (const char* one : {"to", "at", "into"})
        if (asked.args.contains(one)) asked.args[one] = "ffffffffffff";
    if (asked.args.contains("nodes")) {
        const std::vector<Json> wrong = {result("nobody", "asked"), with(user("x"), "tokens", -1),
                                         with(user("x"), "role", "boss"),
                                         with(user("x"), "parents", {"ffffffffffff"}),
                                         user(std::string((std::size_t{1} << 20U) + 1, 'x'))};
        asked.args["nodes"].push_back(chance.one_of(wrong));
    }
    if (asked.args.contains("messages"))
        asked.args["messages"].push_back({{"role", "tool"}, {"content", "x"}});
}

/// What each node of a branch depends on, as a query of the graph tells it.
Depends depends_on(Caller& caller, const std::string& branch) {
    Depends out;
    const Json reply = caller.fields(
        "thread_query",
        {{"cypher", "MATCH (a)-[e]->(b) WHERE type(e) <> 'embeds' RETURN a.id AS a, b.id AS b"},
         {"branch", branch},
         {"limit", 1000}});
    REQUIRE((!reply.contains("cuts") || reply["cuts"].empty()));
    for (const Json& row : reply["rows"])
        out[row["a"].get<std::string>()].insert(row["b"].get<std::string>());
    return out;
}

/// True where no node comes to depend on itself.
bool is_acyclic(const Depends& depends) {
    std::map<std::string, int> state;  // 1: under way, 2: done
    const std::function<bool(const std::string&)> visit = [&](const std::string& here) {
        int& mine = state[here];
        if (mine != 0) return mine == 2;
        mine = 1;
        const auto next = depends.find(here);
        if (next != depends.end())
            for (const std::string& one : next->second)
                if (!visit(one)) return false;
        state[here] = 2;
        return true;
    };
    return std::all_of(depends.begin(), depends.end(),
                       [&](const auto& one) { return visit(one.first); });
}

/// Nodes of a branch by whether they are active.
std::map<std::string, bool> activity(Caller& caller, const std::string& branch) {
    std::map<std::string, bool> out;
    for (const Json& node : all_nodes(caller, {{"branch", branch}}))
        out[node["id"]] = node["state"] != "superseded" && node["state"] != "retracted";
    return out;
}

/// Merges copies of two branches, each into the other; false where they conflict. Nodes
/// that both sides have as active, or as inactive, stay so.
bool merges_alike(Caller& caller, const std::string& one, const std::string& other) {
    const auto merge = [&](const std::string& into, const std::string& name, const char* how) {
        const std::string copy = into + "-" + name + "-" + how;
        caller.call("thread_branch", {{"op", "create"}, {"name", copy}, {"branch", into}});
        const Json reply = caller.fields(
            "thread_branch", {{"op", "merge"}, {"name", name}, {"into", copy}, {"strategy", how}});
        const std::string note = reply.value("note", "");
        const bool refused = note.starts_with("nothing was merged");
        return std::pair{!refused, activity(caller, copy)};
    };
    const auto [both, forth] = merge(one, other, "both");
    const auto [too, back] = merge(other, one, "both");
    REQUIRE(both == too);
    if (both) REQUIRE(forth == back);
    const auto [plain, together] = merge(one, other, "fail");
    if (!plain) return false;
    REQUIRE(together == forth);
    const auto ours = activity(caller, one), theirs = activity(caller, other);
    for (const auto& [id, active] : ours)
        if (theirs.count(id) > 0 && theirs.at(id) == active) REQUIRE(together.at(id) == active);
    return true;
}

/// A call that was taken, to be sent again.
struct Sent {
    Asked asked;
    Json reply;

    /// Sends it again: nothing is stored, and what a change of a branch answered is
    /// answered again.
    void again(Caller& caller) const {
        const std::string before = bytes_of(caller);
        INFO(asked.tool << " " << asked.args.dump());
        if (asked.tool == "thread_branch")
            taken(caller, asked.tool, asked.args);
        else
            REQUIRE(caller.fields(asked.tool, asked.args) == reply);
        REQUIRE(bytes_of(caller) == before);
    }
};

}  // namespace

TEST_CASE("W17 any call with the same expected_version writes once") {
    int late = 0;
    for (unsigned round = 0; round < 6; ++round) {
        Caller caller;
        RandomCalls random(100 + round);
        for (int i = 0; i < 40; ++i) {
            Asked asked = random.next();
            const std::string expected = version_to_expect(caller, asked);
            if (expected.empty()) {
                random.play(caller, asked);
                continue;
            }
            asked.args["expected_version"] = expected;
            if (!random.play(caller, asked)) continue;
            const Sent sent{asked, random.last()};
            sent.again(caller);
            if (asked.tool == "thread_branch" || sent.reply["version"] == expected) continue;
            append(caller, {user("later")}, asked.args["branch"]);
            sent.again(caller);
            ++late;
        }
    }
    CHECK(late > 40);
}

TEST_CASE("W18 a call that fails leaves every byte as it was, whatever it was") {
    std::map<std::string, int> failed;
    for (unsigned round = 0; round < 6; ++round) {
        Caller caller;
        RandomCalls random(200 + round);
        for (int i = 0; i < 60; ++i) {
            Asked asked = random.next();
            const std::string before = bytes_of(caller);
            if (random.chance.one_in(2)) spoil(asked, random.chance);
            if (random.play(caller, asked)) continue;
            INFO(asked.tool << " " << asked.args.dump().substr(0, 300));
            REQUIRE(bytes_of(caller) == before);
            ++failed[asked.tool];
        }
    }
    CHECK(failed.size() == 6);
}

TEST_CASE("W19 whatever comes later, a version reads as it did when it was made") {
    for (unsigned round = 0; round < 4; ++round) {
        Caller caller;
        RandomCalls random(300 + round);
        std::map<std::string, std::string> then;
        for (int i = 0; i < 50; ++i)
            if (random.play(caller, random.next())) {
                const std::string version = random.last()["version"];
                const std::string now = reads_as(caller, version);
                REQUIRE(then.emplace(version, now).first->second == now);
            }
        REQUIRE(then.size() > 15);
        caller.reopen();
        for (const auto& [version, text] : then)
            REQUIRE(reads_as(caller, version) == text);
    }
}

TEST_CASE("W20 in every version of random threads nothing depends on itself") {
    for (unsigned round = 0; round < 6; ++round) {
        Caller caller;
        RandomCalls random(400 + round);
        for (int i = 0; i < 50; ++i)
            if (random.play(caller, random.next()))
                REQUIRE(is_acyclic(depends_on(caller, random.last()["branch"])));
        REQUIRE(depends_on(caller, "main").size() > 5);
    }
}

TEST_CASE("W5 a version gives the same bytes again, and after its store was opened anew") {
    for (unsigned round = 0; round < 5; ++round) {
        Caller caller;
        RandomCalls random(500 + round);
        for (int i = 0; i < 60; ++i)
            random.play(caller, random.next());
        std::vector<Json> asked;
        for (const char* strategy : {"recency", "priority_weighted", "knapsack", "relevance"})
            for (int i = 0; i < 3; ++i)
                asked.push_back({{"strategy", strategy},
                                 {"query", "text 5"},
                                 {"explain", "ids"},
                                 {"branch", random.chance.one_of(random.branches())},
                                 {"max_tokens", random.chance.tokens(300)}});
        const auto answers = [&] {
            std::string out;
            for (const Json& args : asked) {
                const Answer answer = caller.call("thread_assemble", args);
                out += answer.structured.dump() + answer.text;
            }
            return out;
        };
        const std::string before = answers();
        REQUIRE(answers() == before);
        caller.reopen();
        REQUIRE(answers() == before);
    }
}

TEST_CASE("W22 W23 branches merge to the same in either direction, and without surprise") {
    int merged = 0;
    for (unsigned round = 0; round < 8; ++round) {
        Caller caller;
        RandomCalls random(600 + round);
        for (int i = 0; i < 50; ++i)
            random.play(caller, random.next());
        for (const std::string& one : random.branches())
            for (const std::string& other : random.branches())
                if (one < other) merged += merges_alike(caller, one, other) ? 1 : 0;
    }
    CHECK(merged > 5);
}

TEST_CASE("W25 a retraction is seen in exactly the versions that come from it") {
    for (unsigned round = 0; round < 8; ++round) {
        Caller caller;
        Chance chance(700 + round);
        const Texts base = append(caller, {user("a"), says("b"), user("c"), says("d"), user("e")});
        std::map<std::string, std::string> at{{"main", "v1"}};  ///< branches
        std::map<std::string, std::set<std::string>> gone{{"v1", {}}};
        for (int i = 0; i < 40; ++i) {
            Texts names;
            for (const auto& [name, version] : at)
                names.push_back(name);
            const std::string name = chance.one_of(names), other = chance.one_of(names);
            std::set<std::string> seen = gone.at(at.at(name));
            Asked asked{"thread_append", {{"nodes", {user("n" + std::to_string(i))}}}};
            const std::size_t what = chance.below(5);
            if (what < 2) {
                const std::string id = chance.one_of(base);
                asked = {"thread_retract", {{"ids", {id}}, {"reason", "no"}}};
                seen.insert(id);
            } else if (what == 2 && names.size() < 5) {
                const std::string made = "b" + std::to_string(i);
                at[made] = at.at(name);
                asked = {"thread_branch", {{"op", "create"}, {"name", made}}};
            } else if (what == 3 && name != other) {
                asked = {"thread_branch",
                         {{"op", "merge"}, {"name", other}, {"into", name}, {"strategy", "both"}}};
                seen.insert(gone.at(at.at(other)).begin(), gone.at(at.at(other)).end());
            }
            asked.args["branch"] = name;
            const Json reply = caller.fields(asked.tool, asked.args);
            at[reply["branch"]] = reply["version"];
            gone[reply["version"]] = seen;
        }
        for (const auto& [version, ids] : gone) {
            std::set<std::string> told;
            for (const Json& node : all_nodes(caller, {{"at", version}}))
                if (node["state"] == "retracted") told.insert(node["id"].get<std::string>());
            REQUIRE(told == ids);
        }
    }
}
