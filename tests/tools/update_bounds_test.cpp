#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <string>

using tests::Caller;
using tools::Json;

namespace {

store::Error refused(Caller& caller, const std::string& changes) {
    return caller.refusal("map_update", {{"changes", tools::parse_json(changes)}});
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("lists that ask for thousands of edges are refused before any is made") {
    Caller caller;
    std::string many;
    for (int i = 1; i <= 1'000; ++i)
        many += "T" + std::to_string(i) + ",";
    const std::string link =
        R"([{"from":")" + many + R"(","edge":"depends_on","to":")" + many + R"("}])";
    const store::Error by_link = refused(caller, link);
    REQUIRE(by_link.problems.size() == 1);
    CHECK(by_link.problems[0].path == "/changes/0/to");
    CHECK(has(by_link.problems[0].message, "more than 5000 edges"));

    std::string adds = "[";
    for (int i = 0; i < 8; ++i)
        adds += R"({"ids":[")" + many + R"("],"depends_on":[")" + many + R"("]},)";
    adds.back() = ']';
    const store::Error by_fields = refused(caller, adds);
    CHECK(by_fields.problems.size() <= 100);
    CHECK(caller.fields("map_list", Json::object())["maps"].empty());
}

TEST_CASE("of a thousand faults the first hundred are told, with how many there are") {
    Caller caller;
    std::string changes = "[";
    for (int i = 0; i < 1'500; ++i)
        changes += R"({"id":"T)" + std::to_string(i + 1) + R"(","status":"done"},)";
    changes.back() = ']';
    const store::Error error = refused(caller, changes);
    CHECK(error.problems.size() == 100);
    CHECK(has(error.what(), "1000 faults or more, the first 100 here"));
}

TEST_CASE("a field that no node has is named, not the word before it") {
    Caller caller;
    const store::Error error = caller.refusal(
        "map_update", {{"delta", "+ [T6] Task: x - status: pending - priority: high"}});
    REQUIRE(error.problems.size() == 1);
    CHECK(has(error.problems[0].message, "behind status: pending is no field of a node"));
    CHECK(error.problems[0].send == "+ [T6] Task: x - status: pending");
}
