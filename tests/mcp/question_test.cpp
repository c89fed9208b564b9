#include "tests/mcp/dialogue.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace tests;

namespace {

constexpr const char* said = "The deadline is Friday 5 June";
constexpr const char* new_words = "The deadline is Monday 8 June";

Json context(const char* text) {
    return Json::array({Json{
        {"type", "context"}, {"text", text}, {"source", "user"}, {"confidence", "confirmed"}}});
}

/// A map that holds a deadline, and a client that shows forms or none.
class Asking {
public:
    explicit Asking(Json capabilities = {{"elicitation", Json::object()}})
        : capabilities_(std::move(capabilities)) {
        call({{"conversation", "v"}, {"changes", context(said)}});
    }

    Json call(const Json& arguments, Json more = Json::object()) {
        more.update({{"name", "map_update"}, {"arguments", arguments}});
        more["_meta"] = envelope();
        more["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities_;
        return talk_.request("tools/call", more);
    }

    /// The same call again with the person's answer to the question it came to.
    Json answer(const Json& arguments, const Json& asked, const Json& response) {
        return call(arguments, {{"inputResponses", {{"way", response}}},
                                {"requestState", asked["result"]["requestState"]}});
    }

    std::string map() {
        return talk_
            .request("tools/call", {{"name", "map_review"}, {"arguments", {{"conversation", "v"}}}})
            .dump();
    }

private:
    Json capabilities_;
    Dialogue talk_{tools::catalog()};
};

Json accepted_way(const char* words) {
    return {{"action", "accept"}, {"content", {{"way", words}}}};
}

const Json in_changes = {{"conversation", "v"}, {"strict", true}, {"changes", context(new_words)}};
const Json in_lines = {{"conversation", "v"},
                       {"strict", true},
                       {"delta", std::string("+ [C2] Context: ") + new_words +
                                     " - source: user - confidence: confirmed"}};

}  // namespace

TEST_CASE("a strict update with a conflict asks the person which way to go") {
    const Json arguments = GENERATE(in_changes, in_lines);
    Asking client;
    const Json asked = client.call(arguments);
    REQUIRE(asked["result"]["resultType"] == "input_required");
    const Json& request = asked["result"]["inputRequests"]["way"];
    CHECK(request["method"] == "elicitation/create");
    CHECK(request["params"]["message"].get<std::string>().find(said) != std::string::npos);
    CHECK(request["params"]["requestedSchema"]["properties"]["way"]["enum"].size() == 3);
    CHECK(client.map().find(new_words) == std::string::npos);
}

TEST_CASE("the way that the person chose is gone") {
    const Json arguments = GENERATE(in_changes, in_lines);
    Asking client;
    const Json asked = client.call(arguments);
    SECTION("the new words hold") {
        const Json done =
            client.answer(arguments, asked, accepted_way("the new words replace the old"));
        CHECK(done["result"]["resultType"] == "complete");
        CHECK(done.dump().find("Superseded") != std::string::npos);
        CHECK(client.map().find(said) == std::string::npos);
    }
    SECTION("both do") {
        client.answer(arguments, asked, accepted_way("both stay"));
        CHECK(client.map().find(said) != std::string::npos);
        CHECK(client.map().find(new_words) != std::string::npos);
    }
    SECTION("neither: the refusal stands") {
        const Json way = GENERATE(accepted_way("change nothing"), accepted_way("else"),
                                  Json{{"action", "decline"}}, Json{{"action", "cancel"}});
        CHECK(client.answer(arguments, asked, way)["result"]["isError"] == true);
        CHECK(client.map().find(new_words) == std::string::npos);
    }
}

TEST_CASE("an answer to another question counts for nothing") {
    Asking client;
    const Json asked = client.call(in_changes);
    Json forged = asked;
    forged["result"]["requestState"] = "00" + asked["result"]["requestState"].get<std::string>();
    CHECK(client.answer(in_changes, forged, accepted_way("both stay"))["error"]["code"] == -32602);
    CHECK(client.answer(in_lines, asked, accepted_way("both stay"))["error"]["code"] == -32602);
    const Json bare =
        client.call(in_changes, {{"inputResponses", {{"way", accepted_way("both stay")}}}});
    CHECK(bare["result"]["resultType"] == "input_required");
    client.call({{"conversation", "v"},
                 {"changes", {{{"id", "C1"}, {"text", "The deadline is Sunday 7 June"}}}}});
    CHECK(client.answer(in_changes, asked, accepted_way("both stay"))["result"]["resultType"] ==
          "input_required");
}

TEST_CASE("a client that shows no forms gets the plain refusal") {
    const Json capabilities =
        GENERATE(Json::object(), Json{{"elicitation", {{"url", Json::object()}}}},
                 Json{{"sampling", Json::object()}});
    Asking client(capabilities);
    const Json refused = client.call(in_changes);
    CHECK(refused["result"]["isError"] == true);
    CHECK(refused.dump().find("supersede") != std::string::npos);
}

TEST_CASE("other refusals ask nobody") {
    Asking client;
    const Json refused = client.call({{"conversation", "v"},
                                      {"strict", true},
                                      {"changes", {{{"id", "T9"}, {"status", "done"}}}}});
    CHECK(refused["result"]["isError"] == true);
}
