#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

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
    CHECK(reason("MATCH (n) WHERE n.text = $a RETURN n") == "missing_parameter");
    const auto problem =
        refused(caller.refusal("thread_query", {{"cypher", "MATCH (n:Thought) RETURN n"}}));
    CHECK(problem.message.find("tool_call") != std::string::npos);
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
