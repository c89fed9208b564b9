#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

using namespace tests;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

/// Seeded choices.
struct Dice {
    std::mt19937 random;

    std::size_t below(std::size_t n) { return random() % n; }

    const std::string& one_of(const Texts& texts) { return texts[below(texts.size())]; }
};

/// Every key and value of a store, one behind the other.
std::string bytes_of(const Caller& caller) {
    return caller.store.read([](const store::ReadTxn& txn) {
        std::string out;
        txn.scan({std::string(1, '\0'), ""}, {}, [&](std::string_view key, std::string_view value) {
            out.append(key).append(value);
            return true;
        });
        return out;
    });
}

/// True for a call that was taken.
bool taken(Caller& caller, const char* tool, const Json& args) {
    try {
        caller.call(tool, args);
        return true;
    } catch (const store::Error&) {
        return false;
    }
}

using Depends = std::map<std::string, std::set<std::string>>;

bool reaches(const Depends& depends, const std::string& from, const std::string& to) {
    std::set<std::string> seen;
    const std::function<bool(const std::string&)> visit = [&](const std::string& here) {
        if (here == to) return true;
        if (!seen.insert(here).second || depends.count(here) == 0) return false;
        const auto& next = depends.at(here);
        return std::any_of(next.begin(), next.end(), visit);
    };
    return visit(from);
}

/// Appends nodes with random parents; `depends` learns what each one depends on.
Texts random_nodes(Caller& caller, Dice& dice, std::size_t count, Depends& depends) {
    Texts ids;
    for (std::size_t i = 0; i < count; ++i) {
        Json parents = Json::array();
        for (std::size_t n = ids.empty() ? 0 : dice.below(3); n > 0; --n)
            parents.push_back(dice.one_of(ids));
        const Texts made =
            append(caller, {with(says("node " + std::to_string(i)), "parents", parents)});
        for (const Json& parent : parents)
            depends[made[0]].insert(parent.get<std::string>());
        ids.push_back(made[0]);
    }
    return ids;
}

/// Tries to make links on a branch; `depends` learns those that were taken.
void random_links(Caller& caller, Dice& dice, const Texts& ids,
                  const std::pair<std::string, int>& where, Depends& depends) {
    for (int i = 0; i < where.second; ++i) {
        const std::string from = dice.one_of(ids), to = dice.one_of(ids);
        const char* type = dice.below(2) == 0 ? "transclude" : "supersedes";
        if (taken(caller, "thread_link",
                  {{"from", from}, {"to", to}, {"type", type}, {"branch", where.first}}))
            depends[from].insert(to);
    }
}

/// What depends on what on main, as a query tells it.
Depends links_of(Caller& caller) {
    Depends out;
    const Json reply = caller.fields(
        "thread_query",
        {{"cypher", "MATCH (a)-[:causal|transclude|supersedes]->(b) RETURN a.id AS a, b.id AS b"},
         {"limit", 1000}});
    for (const Json& row : reply["rows"])
        out[row["a"].get<std::string>()].insert(row["b"].get<std::string>());
    return out;
}

bool is_acyclic(const Depends& depends) {
    return std::none_of(depends.begin(), depends.end(), [&](const auto& one) {
        return std::any_of(one.second.begin(), one.second.end(), [&](const std::string& next) {
            return reaches(depends, next, one.first);
        });
    });
}

std::set<std::string> active(Caller& caller, const std::string& branch) {
    std::set<std::string> out;
    const Json reply = caller.fields("thread_log", {{"branch", branch}});
    for (const Json& node : reply["nodes"])
        if (node["state"] != "superseded" && node["state"] != "retracted" &&
            node["kind"] != "critique")
            out.insert(node["text"].get<std::string>());
    return out;
}

}  // namespace

TEST_CASE("W20 W21 a link is refused exactly where it would close a cycle") {
    Dice dice{std::mt19937(1)};
    for (int round = 0; round < 15; ++round) {
        Caller caller;
        Depends depends;
        const Texts ids = random_nodes(caller, dice, 12, depends);
        for (int i = 0; i < 40; ++i) {
            const std::string from = dice.one_of(ids), to = dice.one_of(ids);
            const bool shows = dice.below(2) == 0;
            const bool cycle = reaches(depends, to, from);
            const Json link = {
                {"from", from}, {"to", to}, {"type", shows ? "transclude" : "supersedes"}};
            REQUIRE(taken(caller, "thread_link", link) == !cycle);
            if (!cycle) depends[from].insert(to);
            REQUIRE(taken(caller, "thread_link", {{"from", from}, {"to", to}, {"type", "embeds"}}));
        }
    }
}

TEST_CASE("W20 no merge closes a cycle, and the chain of one that would is a path") {
    Dice dice{std::mt19937(4)};
    std::size_t conflicts = 0;
    for (int round = 0; round < 30; ++round) {
        Caller caller;
        Depends depends;
        const Texts ids = random_nodes(caller, dice, 8, depends);
        random_links(caller, dice, ids, {"main", 2}, depends);
        caller.call("thread_branch", {{"op", "create"}, {"name", "b"}});
        for (const char* branch : {"main", "b"}) {
            append(caller, {says(branch)}, branch);
            random_links(caller, dice, ids, {branch, 4}, depends);
        }
        const std::string before = caller.fields("thread_log", Json::object())["version"];
        const Json merged = caller.fields(
            "thread_branch", {{"op", "merge"},
                              {"name", "b"},
                              {"strategy", dice.one_of({"fail", "ours", "theirs", "both"})}});
        CHECK(is_acyclic(links_of(caller)));
        if (!merged.contains("conflicts")) continue;
        for (const Json& conflict : merged["conflicts"]) {
            if (conflict["kind"] != "cycle") continue;
            ++conflicts;
            const Texts chain = conflict["chain"];
            CHECK(chain.front() == chain.back());
            for (std::size_t i = 1; i < chain.size(); ++i)
                CHECK(depends[chain[i - 1]].count(chain[i]) == 1);
            if (merged.contains("dropped")) continue;
            CHECK(merged["version"] == before);
        }
    }
    CHECK(conflicts > 3);
}

TEST_CASE("W18 a call that fails leaves every byte as it was") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("b"), calls("k"), result("k", "r")});
    const std::string before = bytes_of(caller);
    const auto [tool, args] = GENERATE_COPY(
        std::pair<const char*, Json>{"thread_append", {{"nodes", {user("x"), result("z", "r")}}}},
        std::pair<const char*, Json>{"thread_append",
                                     {{"nodes", {user("x"), with(user("y"), "tokens", -1)}}}},
        std::pair<const char*, Json>{
            "thread_append", {{"nodes", {user(std::string((std::size_t{1} << 20) + 1, 'x'))}}}},
        std::pair<const char*, Json>{"thread_append",
                                     {{"nodes", {with(user("x"), "role", "boss")}}}},
        std::pair<const char*, Json>{"thread_append", {{"nodes", Json::array()}}},
        std::pair<const char*, Json>{"thread_retract", {{"ids", {ids[0], "ffffffffffff"}}}},
        std::pair<const char*, Json>{"thread_retract", {{"ids", {ids[0], "fff"}}}},
        std::pair<const char*, Json>{"thread_summarize",
                                     {{"span", {ids[3], ids[0]}}, {"text", "x"}}},
        std::pair<const char*, Json>{"thread_branch", {{"op", "create"}, {"name", "v7"}}},
        std::pair<const char*, Json>{"thread_branch", {{"op", "merge"}, {"name", "main"}}},
        std::pair<const char*, Json>{
            "thread_import",
            {{"messages",
              {{{"role", "user"}, {"content", "x"}}, {{"role", "tool"}, {"content", "x"}}}}}});
    INFO(tool << " " << args.dump().substr(0, 200));
    CHECK_FALSE(taken(caller, tool, args));
    CHECK(bytes_of(caller) == before);
}

TEST_CASE("W28 a transclusion stores a link, no text") {
    Caller caller;
    const std::string big(200'000, 'x');
    const Texts ids = append(caller, {user(big), says("small")});
    const std::size_t before = bytes_of(caller).size();
    caller.call("thread_link", {{"from", ids[1]}, {"type", "transclude"}, {"to", ids[0]}});
    CHECK(bytes_of(caller).size() - before < 1000);
    CHECK(caller.text("thread_assemble", {{"max_tokens", 1'000'000}}).find(" from " + ids[0]) !=
          std::string::npos);
}

TEST_CASE(
    "W22 W23 W25 merges in either direction agree, and a retraction is seen where it descends") {
    Dice dice{std::mt19937(2)};
    for (int round = 0; round < 15; ++round) {
        Caller caller;
        Texts ids = append(caller, {user("a"), says("b"), user("c"), says("d")});
        caller.call("thread_branch", {{"op", "create"}, {"name", "x"}});
        caller.call("thread_branch", {{"op", "create"}, {"name", "y"}});
        for (const char* branch : {"x", "y"}) {
            append(caller, {user(std::string("more ") + branch)}, branch);
            if (dice.below(2) == 0)
                caller.call("thread_retract",
                            {{"ids", {dice.one_of(ids)}}, {"branch", branch}, {"reason", branch}});
        }
        CHECK(active(caller, "main") == std::set<std::string>{"a", "b", "c", "d"});
        for (const char* branch : {"x", "y"})
            caller.call("thread_branch",
                        {{"op", "create"}, {"name", std::string(branch) + "2"}, {"at", branch}});
        caller.call("thread_branch",
                    {{"op", "merge"}, {"name", "y"}, {"into", "x2"}, {"strategy", "both"}});
        caller.call("thread_branch",
                    {{"op", "merge"}, {"name", "x"}, {"into", "y2"}, {"strategy", "both"}});
        const auto both = active(caller, "x2");
        CHECK(both == active(caller, "y2"));
        const auto x = active(caller, "x"), y = active(caller, "y");
        for (const char* text : {"a", "b", "c", "d"})
            CHECK(both.count(text) == (x.count(text) > 0 && y.count(text) > 0 ? 1U : 0U));
    }
}

TEST_CASE("W26 the members of a span are those on a path between its ends") {
    Dice dice{std::mt19937(3)};
    for (int round = 0; round < 20; ++round) {
        Caller caller;
        Depends depends;
        const Texts ids = random_nodes(caller, dice, 14, depends);
        const std::string first = dice.one_of(ids), last = dice.one_of(ids);
        std::int64_t expected = 0;
        for (const std::string& id : ids)
            if (reaches(depends, last, id) && reaches(depends, id, first)) ++expected;
        const Json args = {{"span", {first, last}}, {"text", "s"}};
        if (expected == 0)
            CHECK_FALSE(taken(caller, "thread_summarize", args));
        else
            CHECK(caller.fields("thread_summarize", args)["members"] == expected);
    }
}

TEST_CASE("W27 a summary said again replaces the last one") {
    Caller caller;
    const Texts ids = append(caller, {user("a"), says("b")});
    Json last;
    for (const char* text : {"one", "two", "one"})
        last = caller.fields("thread_summarize", {{"span", ids}, {"text", text}});
    CHECK(last["replaces"].size() == 1);
    CHECK(caller.fields("thread_log", {{"id", last["id"]}})["nodes"][0]["state"] == "active");
}

TEST_CASE("W31 every id shown names one node") {
    Caller caller;
    Json nodes = Json::array();
    for (int i = 0; i < 90; ++i)
        nodes.push_back(user(std::to_string(i)));
    const Texts ids = append(caller, nodes);
    CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == 90);
    for (const std::string& id : ids)
        REQUIRE(caller.fields("thread_log", {{"id", id}})["nodes"][0]["id"] == id);
    CHECK(caller.fields("thread_log", {{"id", ids[7].substr(0, 8)}})["nodes"][0]["text"] == "7");
    CHECK(caller.refusal("thread_log", {{"id", ids[7].substr(0, 7)}}).problems[0].reason ==
          "bad_id");
}
