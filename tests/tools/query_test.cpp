#include "tests/support/catch.hpp"
#include "tests/support/chance.hpp"

#include <cstdint>
#include <ctime>

using namespace tests;
using tools::Json;

namespace {

Json rows(Caller& caller, const std::string& cypher) {
    return caller.fields("thread_query", {{"cypher", cypher}})["rows"];
}

const store::Problem& refused(const store::Error& error) {
    return error.problems.at(0);
}

}  // namespace

TEST_CASE("D18 a query finds nodes by kind, text and what they depend on") {
    Caller caller;
    append(caller, {user("Which port?"), says("4321"), user("And the host?")});
    CHECK(rows(caller, "MATCH (n:Prompt) RETURN n.text AS t ORDER BY t") ==
          Json::parse(R"([{"t":"And the host?"},{"t":"Which port?"}])"));
    CHECK(rows(caller, "MATCH (a:completion)-[:CAUSAL]->(b) RETURN a.text, b.text") ==
          Json::parse(R"([{"a.text":"4321","b.text":"Which port?"}])"));
    CHECK(rows(caller, "MATCH p = (a)-[*]->(b) RETURN max(length(p)) AS l, count(*) AS n") ==
          Json::parse(R"([{"l":2,"n":3}])"));
    const Json node = rows(caller, "MATCH (n {text: '4321'}) RETURN n")[0]["n"];
    CHECK(node["kind"] == "completion");
    CHECK(node["state"] == "active");
}

TEST_CASE("W30 a word the graph does not know is refused with those it knows") {
    Caller caller;
    append(caller, {user("a")});
    const auto reason = [&](const std::string& cypher) {
        return refused(caller.refusal("thread_query", {{"cypher", cypher}})).reason;
    };
    CHECK(reason("MATCH (n:Thought) RETURN n") == "unknown_name");
    CHECK(reason("MATCH (n)-[:NEXT]->() RETURN n") == "unknown_name");
    CHECK(reason("MATCH (n) RETURN n.colour") == "unknown_name");
    CHECK(reason("MATCH (n) RETURN m") == "unknown_name");
    CHECK(reason("MATCH (n) RETURN n.text =~ 'a.*'") == "unsupported");
    CHECK(reason("MATCH (n) RETURN [(n)-->(m) | m.text]") == "unsupported");
    CHECK(reason("MATCH (n) WHERE n.text = $a RETURN n") == "missing_parameter");
    const auto problem =
        refused(caller.refusal("thread_query", {{"cypher", "MATCH (n:Thought) RETURN n"}}));
    CHECK(problem.message.find("tool_call") != std::string::npos);
}

TEST_CASE("W30 random words are known or refused, wherever they stand") {
    Chance chance(30);
    Caller caller;
    append(caller, {user("a"), says("b")});
    const Texts labels = {"prompt", "completion", "tool_call", "critique"};
    const Texts types = {"CAUSAL", "transclude", "Supersedes", "embeds"};
    const Texts properties = {"text", "state", "ROLE", "Tokens"};

    struct Slot {
        const char *before, *after;
        const Texts& known;
    };

    const std::vector<Slot> slots = {{"MATCH (n:", ") RETURN n", labels},
                                     {"MATCH (n) WHERE n:", " RETURN n", labels},
                                     {"MATCH ()-[e:", "]->() RETURN e", types},
                                     {"MATCH (n) WHERE (n)-[:", "]->() RETURN n", types},
                                     {"MATCH (n) RETURN n.", "", properties},
                                     {"MATCH (n) RETURN n ORDER BY n.", "", properties},
                                     {"MATCH (n) WHERE n.", " = 'a' RETURN n", properties},
                                     {"MATCH (n {", ": 'a'}) RETURN n", properties}};
    for (int round = 0; round < 300; ++round) {
        const Slot& slot = chance.one_of(slots);
        std::string word = chance.one_of(slot.known);
        const bool known = chance.one_in(2);
        if (!known) word.insert(chance.below(word.size()), 1, "xyzq"[chance.below(4)]);
        const Json args = {{"cypher", slot.before + word + slot.after}};
        INFO(args.dump());
        if (known)
            REQUIRE(taken(caller, "thread_query", args));
        else
            REQUIRE(refused(caller.refusal("thread_query", args)).reason == "unknown_name");
    }
}

TEST_CASE("every cut of a query is told") {
    Caller caller;
    append(caller, {user("a"), says("b"), user("c"), says("d")});
    const Json reply =
        caller.fields("thread_query", {{"cypher", "MATCH (n) RETURN n.text"}, {"limit", 3}});
    CHECK(reply["rows"].size() == 3);
    CHECK(reply["cuts"][0].get<std::string>().find("first 3 of 4 rows") != std::string::npos);
    const Json large =
        caller.fields("thread_query", {{"cypher",
                                        "UNWIND [1,2,3,4,5,6,7,8,9,10] AS a UNWIND "
                                        "[1,2,3,4,5,6,7,8,9,10] AS b MATCH (w),(x),(y),(z) MATCH "
                                        "(q),(r),(s),(t) RETURN count(*) AS n"}});
    CHECK(large["cuts"].size() >= 1);
}

TEST_CASE("D18 words of the graph are known in any case, wherever they stand") {
    Caller caller;
    append(caller, {user("a"), says("b")});
    const Json one = Json::parse(R"([{"n":1}])");
    CHECK(rows(caller, "MATCH (n) WHERE n:PROMPT RETURN count(*) AS n") == one);
    CHECK(rows(caller, "MATCH (n) WHERE n.Text = 'b' RETURN count(*) AS n") == one);
    CHECK(rows(caller, "MATCH (n) WHERE (n)-[:CAUSAL]->(:Prompt) RETURN count(*) AS n") == one);
    CHECK(rows(caller,
               "MATCH (n) RETURN n.Text AS t, count(*) ORDER BY n.TEXT DESC LIMIT 1")[0]["t"] ==
          "b");
    const auto problem = refused(caller.refusal(
        "thread_query", {{"cypher", "MATCH p = (a)-->(b) RETURN head(nodes(p)).colour"}}));
    CHECK(problem.reason == "unknown_name");  // W30, where only the run can tell
}

TEST_CASE("a query that multiplies what it holds ends, and says so") {
    Caller caller;
    append(caller, {user(std::string(200'000, 'x')), says("b")});
    std::string grows = "MATCH (n:prompt) WITH n.text AS a ";
    for (int i = 0; i < 60; ++i)
        grows += i % 2 == 0 ? "WITH a + a AS a " : "WITH [a, a] AS a ";
    CHECK(refused(caller.refusal("thread_query", {{"cypher", grows + "RETURN a"}})).reason ==
          "too_large");
    const std::string ten = "[1,2,3,4,5,6,7,8,9,10]";
    const auto cuts = [&](const std::string& end) {
        return caller
            .fields("thread_query",
                    {{"cypher", "UNWIND " + ten + " AS a UNWIND " + ten + " AS b UNWIND " + ten +
                                    " AS c MATCH (n:prompt) " + end}})["cuts"]
            .dump();
    };
    for (const char* end : {"RETURN n.text AS t", "RETURN size(collect(n.text)) AS t",
                            "WITH n.text AS t RETURN count(*) AS k", "RETURN a ORDER BY n.text, b",
                            "UNWIND [n.text] AS t RETURN count(t) AS k"})
        CHECK(cuts(end).find(" held more than ") != std::string::npos);
}

#ifndef __SANITIZE_THREAD__  // its time is up before its room is
TEST_CASE("keys of groups are held like rows: none is put together behind the last that fits") {
    Caller caller;
    const Json reply = caller.fields(
        "thread_query",
        {{"cypher",
          "UNWIND $l AS i WITH CASE WHEN i = 999 THEN 1 / 0 ELSE toString(i) + $s END AS k, "
          "count(*) AS c RETURN c"},
         {"limit", 1'000},
         {"parameters", {{"s", std::string(200'000, 'x')}, {"l", [] {
                                                                Json list;
                                                                for (int i = 0; i < 1'000; ++i)
                                                                    list.push_back(i);
                                                                return list;
                                                            }()}}}});
    CHECK(reply["cuts"].dump().find(" held more than ") != std::string::npos);
}
#endif

#ifdef __SANITIZE_ADDRESS__
constexpr int longest_chain = 1'000;  ///< its frames are several times as large
#else
constexpr int longest_chain = 4'900;
#endif

TEST_CASE("a long chain of operators is read as fast as a short one, by the byte") {
    Caller caller;
    const auto chained = [&](const std::string& part, const std::string& sign, int count) {
        std::string cypher = "RETURN " + part;
        for (int i = 1; i < count; ++i)
            cypher.append(sign).append(part);
        return rows(caller, cypher + " AS n")[0]["n"];
    };
    const std::clock_t start = std::clock();
    CHECK(chained("1", "+", longest_chain) == longest_chain);
    CHECK(chained("1", "*", longest_chain) == 1);
    CHECK(chained("TRUE", " AND ", 1'000) == true);
    CHECK(chained("NULL", " OR ", 1'000) == nullptr);
    CHECK(chained("1", "=", longest_chain) == true);
    CHECK(std::clock() - start < 3 * CLOCKS_PER_SEC);
}

TEST_CASE("whole numbers are read to the last digit, or refused") {
    Caller caller;
    CHECK(rows(caller,
               "RETURN toInteger('9007199254740993') AS n, toInteger('2.9') AS t, "
               "toInteger('x') AS x") == Json::parse(R"([{"n":9007199254740993,"t":2,"x":null}])"));
    const auto with_number = [](std::uint64_t number) {
        return Json{{"cypher", "RETURN $a.b[1] AS n"},
                    {"parameters", {{"a", {{"b", {0, number}}}}}}};
    };
    constexpr std::uint64_t most = INT64_MAX;
    CHECK(caller.fields("thread_query", with_number(most))["rows"][0]["n"] == most);
    const auto problem = refused(caller.refusal("thread_query", with_number(most + 1)));
    CHECK(problem.path == "/parameters/a/b/1");
    CHECK(problem.message.find("9223372036854775807") != std::string::npos);
}

TEST_CASE("a query about nothing says that there is no such thing") {
    Caller caller;
    append(caller, {user("a")});
    const auto note = [&](const Json& where) {
        Json arguments = {{"cypher", "MATCH (n) RETURN n"}};
        arguments.update(where);
        const Answer reply = caller.call("thread_query", arguments);
        const std::string said = reply.structured.value("note", "");
        CHECK(reply.text.find(said) != std::string::npos);
        return said;
    };
    CHECK(note(Json::object()).empty());
    CHECK(
        note({{"thread", "mian"}}) ==
        "there is no thread \"mian\": there are main; name one by thread, thread_append makes one");
    CHECK(note({{"graph", "map"}}) ==
          "there is no map \"main\": none is there yet; name one by conversation, map_update "
          "makes one");
    CHECK(note({{"graph", "memory"}}).find(" is empty: name another of ") != std::string::npos);
}

TEST_CASE("a node of a map that states no status is asked as the active one it is") {
    Caller caller;
    caller.update("+ [T1] Task: Write it\n+ [T2] Task: Send it - status: done");
    const Json reply = caller.fields(
        "thread_query",
        {{"graph", "map"}, {"cypher", "MATCH (a:task) WHERE a.status = 'active' RETURN a"}});
    REQUIRE(reply["rows"].size() == 1);
    CHECK(reply["rows"][0]["a"]["id"] == "T1");
    CHECK(reply["rows"][0]["a"]["status"] == "active");
}

TEST_CASE("a map is asked in the same words") {
    Caller caller;
    caller.update("+ [G1] Goal: Ship it\n+ [T1] Task: Write it\n+ [T1] --depends_on--> [G1]");
    const auto ask = [&](const std::string& cypher) {
        return caller.fields("thread_query", {{"graph", "map"}, {"cypher", cypher}});
    };
    const Json reply = ask("MATCH (t:Task)-[e:DEPENDS_ON]->(g) RETURN t.text, type(e) AS e, g");
    INFO(reply.dump(1));
    REQUIRE(reply["rows"].size() == 1);
    CHECK(reply["rows"][0]["t.text"] == "Write it");
    CHECK(reply["rows"][0]["e"] == "depends_on");
    CHECK(reply["rows"][0]["g"]["id"] == "G1");
    CHECK(reply["conversation"] == "main");
    CHECK(reply["revision"] == 1);
    CHECK_FALSE(reply.contains("thread"));
    CHECK(ask("MATCH p = (a)-[*]-(b) RETURN p")["rows"][0]["p"]["nodes"] == Json{"G1", "T1"});
    const auto problem = refused(caller.refusal(
        "thread_query", {{"graph", "map"}, {"cypher", "MATCH (n:prompt) RETURN n"}}));
    CHECK(problem.message.find("artifact") != std::string::npos);
    CHECK(caller
              .fields("thread_query", {{"graph", "map"},
                                       {"conversation", "nothing"},
                                       {"cypher", "MATCH (n) RETURN n"}})["rows"]
              .empty());
}

TEST_CASE("the memory is asked in the same words, live facts only") {
    Caller caller;
    const auto fact = [](const char* subject, const char* predicate, const char* object) {
        return Json{{"subject_name", subject},
                    {"predicate", predicate},
                    {"object_name", object},
                    {"statement", std::string(subject) + " " + predicate + " " + object + "."}};
    };
    const auto remember = [&](const char* name, const Json& facts) {
        return caller.fields("create_longterm_memory", {{"episode_name", name},
                                                        {"source_description", "a test"},
                                                        {"facts", facts}})["episode_uuid"];
    };
    remember("team", {fact("Ada", "works at", "Acme"), fact("Bob", "works at", "Acme"),
                      fact("Bob", "reports to", "Ada")});
    const Json wrong = remember("wrong", {fact("Cid", "works at", "Acme")});
    caller.call("forget_longterm_memory", {{"episode_uuid", wrong}, {"reason", "false"}});
    const auto ask = [&](const std::string& cypher) {
        return caller.fields("thread_query", {{"graph", "memory"}, {"cypher", cypher}})["rows"];
    };
    CHECK(ask("MATCH (p)-[:works_at]->(c {name: 'Acme'}) RETURN p.name AS n ORDER BY n") ==
          Json::parse(R"([{"n":"Ada"},{"n":"Bob"}])"));
    CHECK(ask("MATCH (n:entity) RETURN n.name AS n ORDER BY n").size() == 3);
    CHECK(ask("MATCH (a {name: 'Acme'})-[*2]-(b {name: 'Ada'}) RETURN count(*) AS n") ==
          Json::parse(R"([{"n":1}])"));
    const Json found = ask("MATCH (:entity {name: 'Bob'})-[f:`reports to`]->() RETURN f")[0]["f"];
    CHECK(found["statement"] == "Bob reports to Ada.");
    CHECK(found["to"] == "Ada");
    CHECK(found["state"] == "current");
    const auto problem = refused(caller.refusal(
        "thread_query", {{"graph", "memory"}, {"cypher", "MATCH ()-[f:likes]->() RETURN f"}}));
    CHECK(problem.message.find("reports_to, works_at") != std::string::npos);
}

TEST_CASE("a graph that is not offered is read by no query") {
    Caller caller;
    caller.settings.toolsets = {tools::Toolset::thread};
    caller.settings.dataspaces.clear();  // as for a token that reaches none
    for (const char* graph : {"map", "memory"}) {
        const store::Error error =
            caller.refusal("thread_query", {{"graph", graph}, {"cypher", "MATCH (n) RETURN n"}});
        CHECK(error.code == store::Code::denied);
        CHECK(error.problems[0].reason == "not_offered");
    }
}

TEST_CASE("patterns end somewhere, however many and long they are") {
    Caller caller;
    for (int call = 0; call < 2; ++call) {
        Json nodes = Json::array();
        for (int i = 0; i < 450; ++i)
            nodes.push_back(user(std::to_string(i)));
        append(caller, nodes);
    }
    append(caller, {user("last")});
    const auto ask = [&](const std::string& cypher) {
        return caller.fields("thread_query", {{"cypher", cypher}});
    };
    CHECK(ask("MATCH (a {text: 'last'})-[*400]->(b) RETURN b.text AS t")["rows"][0]["t"] == "50");
    for (const char* longer :
         {"MATCH (a {text: 'last'})-[*]->(b) RETURN count(*) AS n",
          "MATCH (a {text: 'last'})-[*400]->()-[*400]->() RETURN 1 AS n",
          "MATCH (a {text: 'last'})-[*400]->(b), (b)-[*400]->() RETURN 1 AS n"})
        CHECK(ask(longer)["cuts"].dump().find("more than 500 edges") != std::string::npos);
    std::string many = "MATCH (a)";
    for (int i = 0; i < 1'000; ++i)
        many += ",(a)";
    CHECK(refused(caller.refusal("thread_query", {{"cypher", many + " RETURN 1"}})).reason ==
          "too_large");
}

TEST_CASE("one of a thing is no plural in a reply") {
    Caller caller;
    append(caller, {user("a")});
    const auto told = [&](const char* tool, const Json& arguments, const std::string& words) {
        INFO(tool << ": " << caller.text(tool, arguments));
        CHECK(caller.text(tool, arguments).find(words) != std::string::npos);
    };
    told("thread_query", {{"cypher", "MATCH (n) RETURN n.text"}}, "1 row.\n");
    told("thread_query", {{"cypher", "UNWIND [1, 2] AS n RETURN n"}}, "2 rows.\n");
    told("thread_log", {{"op", "branches"}}, ", 1 node\n");
    caller.call("create_longterm_memory",
                {{"episode_name", "Opening"},
                 {"source_description", "Lena, by mail"},
                 {"facts", Json::array({{{"subject_name", "Workshop"},
                                         {"predicate", "opens_at"},
                                         {"object_name", "8:00"},
                                         {"statement", "The workshop opens at 8:00."}}})}});
    told("memory_status", Json::object(), ": 1 fact in 1 episode, 0 patterns, ");
    told("memory_ontology", Json::object(), "opens_at, 1 fact");
    told("search_longterm_memory", {{"query", "workshop"}}, "searched default (1 fact)");
    told("search_longterm_memory", {{"query", "workshop"}, {"kind", "entities"}},
         "\"Workshop\": 1 fact\n");
}
