#include "tests/support/catch.hpp"
#include "tests/support/chance.hpp"

using namespace tests;
using tools::Json;

namespace {

/// The ids of a refused circle, as its message tells them.
Texts told_chain(const std::string& message) {
    Texts out;
    std::size_t from = 0;
    const std::string text = message.substr(0, message.find(" (each"));
    for (std::size_t at = text.find(" -> "); at != std::string::npos;
         at = text.find(" -> ", from)) {
        out.push_back(text.substr(from, at - from));
        from = at + 4;
    }
    out.push_back(text.substr(from));
    return out;
}

/// A refused link's chain begins with the link itself; every further step is there.
void check_chain(const Texts& chain, const Json& link, const Depends& depends) {
    REQUIRE(chain.size() >= 2);
    REQUIRE(chain.front() == link["from"]);
    REQUIRE(chain[1] == link["to"]);
    REQUIRE(chain.back() == link["from"]);
    for (std::size_t i = 1; i + 1 < chain.size(); ++i)
        REQUIRE(depends.at(chain[i]).count(chain[i + 1]) == 1);
}

/// Tries to make links on a branch; `depends` learns those that were taken.
void random_links(Caller& caller, Chance& chance, const Texts& ids,
                  const std::pair<std::string, int>& where, Depends& depends) {
    for (int i = 0; i < where.second; ++i) {
        const std::string from = chance.one_of(ids), to = chance.one_of(ids);
        const char* type = chance.below(2) == 0 ? "transclude" : "supersedes";
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

}  // namespace

TEST_CASE("W15 W16 ids come from content and parents alone, and said again nothing is stored") {
    Chance chance(17);
    for (int round = 0; round < 10; ++round) {
        std::vector<std::vector<std::size_t>> parents(10);
        for (std::size_t i = 1; i < parents.size(); ++i)
            for (std::size_t n = chance.below(3); n > 0; --n)
                parents[i].push_back(chance.below(i));
        std::vector<Texts> ids;
        for (int store = 0; store < 2; ++store) {
            Caller caller;
            caller.wait(store * 86'400'000);
            Texts made;
            Json nodes = Json::array();
            for (std::size_t i = 0; i < parents.size(); ++i) {
                Json above = Json::array();
                for (const std::size_t parent : parents[i])
                    above.push_back(made[parent]);
                if (store == 1) std::reverse(above.begin(), above.end());
                nodes.push_back(with(says("n" + std::to_string(i)), "parents", above));
                made.push_back(append(caller, {nodes.back()})[0]);
            }
            const Json again = caller.fields("thread_append", {{"nodes", nodes}});
            CHECK(again["ids"] == Json(made));
            CHECK(again["duplicates"].size() == made.size());
            CHECK(again["version"] == "v" + std::to_string(made.size()));
            ids.push_back(std::move(made));
        }
        CHECK(ids[0] == ids[1]);
    }
}

TEST_CASE("W20 W21 a link is refused exactly where it would close a cycle") {
    Chance chance(1);
    for (int round = 0; round < 15; ++round) {
        Caller caller;
        Depends depends;
        const Texts ids = random_nodes(caller, chance, 12, depends);
        for (int i = 0; i < 40; ++i) {
            const std::string from = chance.one_of(ids), to = chance.one_of(ids);
            const bool shows = chance.below(2) == 0;
            const bool cycle = reaches(depends, to, from);
            const Json link = {
                {"from", from}, {"to", to}, {"type", shows ? "transclude" : "supersedes"}};
            if (cycle) {
                const store::Error refused = caller.refusal("thread_link", link);
                REQUIRE(refused.problems.at(0).reason == "cycle");
                check_chain(told_chain(refused.problems[0].message), link, depends);
            } else {
                REQUIRE(taken(caller, "thread_link", link));
                depends[from].insert(to);
            }
            REQUIRE(taken(caller, "thread_link", {{"from", from}, {"to", to}, {"type", "embeds"}}));
        }
    }
}

TEST_CASE("W20 no merge closes a cycle, and the chain of one that would is a path") {
    Chance chance(4);
    std::size_t conflicts = 0;
    for (int round = 0; round < 30; ++round) {
        Caller caller;
        Depends depends;
        const Texts ids = random_nodes(caller, chance, 8, depends);
        random_links(caller, chance, ids, {"main", 2}, depends);
        caller.call("thread_branch", {{"op", "create"}, {"name", "b"}});
        for (const char* branch : {"main", "b"}) {
            append(caller, {says(branch)}, branch);
            random_links(caller, chance, ids, {branch, 4}, depends);
        }
        const std::string before = caller.fields("thread_log", Json::object())["version"];
        const Json merged =
            caller.fields("thread_branch",
                          {{"op", "merge"},
                           {"name", "b"},
                           {"strategy", chance.one_of(Texts{"fail", "ours", "theirs", "both"})}});
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

TEST_CASE("W28 a transclusion stores a link, no text, whatever it shows") {
    Chance chance(4);
    for (int round = 0; round < 6; ++round) {
        Caller caller;
        Texts ids;
        for (int i = 0; i < 8; ++i)
            ids.push_back(append(
                caller, {user(std::string(std::size_t{1} << (6 + 2 * chance.below(7)), 'x'))})[0]);
        const auto grows = [&](const char* tool, const Json& args) {
            const std::size_t before = bytes_of(caller).size();
            caller.call(tool, args);
            return bytes_of(caller).size() - before;
        };
        const std::size_t node = grows("thread_append", {{"nodes", {says("plain")}}});
        for (int i = 0; i < 12; ++i) {
            const std::size_t to = chance.below(ids.size() - 1);
            const std::string from = ids[to + 1 + chance.below(ids.size() - to - 1)];
            const Json link = {{"from", from}, {"type", "transclude"}, {"to", ids[to]}};
            CHECK(grows("thread_link", link) < 1000);
            const Json shows = with(says("see " + std::to_string(i)), "transclude", {from});
            CHECK(grows("thread_append", {{"nodes", {shows}}}) < node + 1000);
        }
    }
}

TEST_CASE("W26 the members of a span are those on a path between its ends") {
    Chance chance(3);
    for (int round = 0; round < 20; ++round) {
        Caller caller;
        Depends depends;
        const Texts ids = random_nodes(caller, chance, 14, depends);
        const std::string first = chance.one_of(ids), last = chance.one_of(ids);
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

TEST_CASE("W27 of summaries of the same nodes the last one counts, whatever was said before") {
    Chance chance(5);
    const Texts texts = {"one", "two", "three"};
    for (int round = 0; round < 8; ++round) {
        Caller caller;
        Texts ids;
        for (int i = 0; i < 8; ++i)
            ids.push_back(append(caller, {user("node " + std::to_string(i))})[0]);
        std::map<std::pair<std::size_t, std::size_t>, std::pair<std::string, std::string>> last;
        for (int i = 0; i < 25; ++i) {
            const std::size_t from = chance.below(3), to = from + 1 + chance.below(2);
            const std::string text = chance.one_of(texts);
            const Json made =
                caller.fields("thread_summarize", {{"span", {ids[from], ids[to]}}, {"text", text}});
            last[{from, to}] = {made["id"], text};
        }
        std::map<std::string, std::string> active, expected;
        const Json log = caller.fields("thread_log", Json::object());
        for (const Json& node : log["nodes"])
            if (node["kind"] == "summary" && node["state"] == "active")
                active[node["id"]] = node["text"];
        for (const auto& [span, said] : last)
            expected[said.first] = said.second;
        CHECK(active == expected);
    }
}

TEST_CASE("W31 every id shown names one node, also where two begin alike") {
    // Two pairs of texts whose ids as first messages are equal in their first 12 digits.
    const Texts alike = {"w16623522", "w16782256", "w11475974", "w33689655"};
    Chance chance(6);
    for (int round = 0; round < 4; ++round) {
        Caller caller;
        Texts texts = alike;
        for (int i = 0; i < 60; ++i)
            texts.push_back("text " + std::to_string(round) + "-" + std::to_string(i));
        std::shuffle(texts.begin(), texts.end(), chance.random);
        Json nodes = Json::array();
        for (const std::string& text : texts)
            nodes.push_back(with(user(text), "parents", Json::array()));
        const Texts ids = append(caller, nodes);
        CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
        std::size_t longer = 0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Json node = caller.fields("thread_log", {{"id", ids[i]}})["nodes"][0];
            REQUIRE(node["id"] == ids[i]);
            REQUIRE(node["text"] == texts[i]);
            longer += ids[i].size() > 12 ? 1 : 0;
            const std::size_t digits = 8 + chance.below(5);
            const Json prefix = {{"id", ids[i].substr(0, digits)}};
            if (ids[i].size() == 12)
                REQUIRE(caller.fields("thread_log", prefix)["nodes"][0]["text"] == texts[i]);
            else
                REQUIRE(caller.refusal("thread_log", prefix).problems[0].reason == "ambiguous_id");
        }
        CHECK(longer == alike.size());
    }
}
