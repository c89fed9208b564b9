#include "tests/mcp/dialogue.hpp"
#include "tests/mcp/sample_rows.hpp"
#include "tests/support/catch.hpp"

#include <string>

using tests::Dialogue;
using tests::Json;

namespace {

Json called(Dialogue& talk, const std::string& tool, const Json& arguments) {
    return talk.request("tools/call", {{"name", tool}, {"arguments", arguments}});
}

std::string text_of(const Json& reply) {
    return reply["result"]["content"][0]["text"];
}

}  // namespace

TEST_CASE("the handshake declares what is served and nothing else") {
    Dialogue talk(tests::sample_catalog());
    const Json result = talk.request("initialize", {{"protocolVersion", "2025-06-18"}})["result"];
    CHECK(result["protocolVersion"] == "2025-06-18");
    CHECK(result["serverInfo"]["name"] == "throughline");
    CHECK(result["capabilities"] == Json::parse(R"({"tools":{},"resources":{"subscribe":true},)"
                                                R"("prompts":{},"completions":{},"logging":{}})"));
}

TEST_CASE("methods of what is not offered are unknown") {
    Dialogue talk(tools::Catalog{});
    CHECK(talk.modern("server/discover")["result"]["capabilities"] == Json::object());
    const std::string method = GENERATE("tools/list", "prompts/list", "resources/list",
                                        "resources/templates/list", "completion/complete");
    CHECK(talk.request(method)["error"]["code"] == -32601);
}

TEST_CASE("both eras are served beside each other on one connection") {
    Dialogue talk(tests::sample_catalog());
    CHECK(talk.modern("server/discover")["result"]["supportedVersions"] ==
          Json::array({"2026-07-28"}));
    CHECK(talk.request("initialize", {{"protocolVersion", "2025-11-25"}}).contains("result"));
    CHECK_FALSE(talk.request("tools/list")["result"].contains("resultType"));
    CHECK(talk.modern("tools/list")["result"]["resultType"] == "complete");
    CHECK(talk.request("ping")["result"] == Json::object());
    CHECK(talk.request("server/discover")["error"]["code"] == -32601);
}

TEST_CASE("the modern era does not know what it removed") {
    Dialogue talk(tests::sample_catalog());
    const std::string method = GENERATE("initialize", "ping", "logging/setLevel",
                                        "resources/subscribe", "resources/unsubscribe", "no/such");
    CHECK(talk.modern(method)["error"]["code"] == -32601);
}

TEST_CASE("lists, discovery and reads carry caching in the modern era") {
    Dialogue talk(tests::sample_catalog());
    called(talk, "note_write", {{"name", "a"}, {"text", "x"}});
    const std::string method =
        GENERATE("server/discover", "tools/list", "prompts/list", "resources/list",
                 "resources/templates/list", "resources/read");
    const Json result = talk.modern(method, {{"uri", "note://a"}})["result"];
    CAPTURE(method);
    CHECK(result["ttlMs"].is_number_unsigned());
    CHECK(result["cacheScope"] == "private");
}

TEST_CASE("P11 notifications are never answered") {
    Dialogue talk(tests::sample_catalog());
    const std::string method =
        GENERATE("notifications/initialized", "notifications/cancelled", "notifications/nosuch",
                 "notifications/roots/list_changed", "tools/list", "tools/call");
    CHECK(talk.say(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":{"requestId":4242}})")
              .empty());
}

TEST_CASE("P16 each bad line gets exactly one error") {
    Dialogue talk(tests::sample_catalog());
    const auto [line, code] = GENERATE(
        table<std::string, int>({{"not json", -32700},
                                 {R"({"jsonrpc":"2.0","id":2)", -32700},
                                 {"[]", -32600},
                                 {"5", -32600},
                                 {"null", -32600},
                                 {"{}", -32600},
                                 {"\"\xFF\"", -32700},
                                 {R"([{"jsonrpc":"2.0","id":61,"method":"ping"}])", -32600}}));
    CAPTURE(line);
    const Json reply = talk.ask(line);
    CHECK(reply["error"]["code"] == code);
    CHECK(reply["id"].is_null());
}

TEST_CASE("a batch is for the revisions that have it") {
    Dialogue talk(tests::sample_catalog());
    const std::string batch =
        R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},)"
        R"({"jsonrpc":"2.0","id":2,"method":"initialize"},5])";
    const std::string version = GENERATE("2025-03-26", "2024-11-05");
    talk.request("initialize", {{"protocolVersion", version}});
    const auto replies = talk.say(batch);
    REQUIRE(replies.size() == 3);
    CHECK(replies[0] == R"({"jsonrpc":"2.0","id":1,"result":{}})");
    CHECK(Json::parse(replies[1])["error"]["code"] == -32600);
    CHECK(Json::parse(replies[2])["error"]["code"] == -32600);
    talk.request("initialize", {{"protocolVersion", "2025-06-18"}});
    CHECK(talk.ask(batch)["error"]["code"] == -32600);
}

TEST_CASE("a success is complete as text and as fields") {
    Dialogue talk(tests::sample_catalog());
    const Json reply = called(talk, "note_write", {{"name", "a"}, {"text", "naïve \"漢\"\n"}});
    CHECK(text_of(reply) == "a: naïve \"漢\"\n");
    CHECK(reply["result"]["structuredContent"]["text"] == "naïve \"漢\"\n");
    CHECK_FALSE(reply["result"].value("isError", false));
}

TEST_CASE("S05 arguments may be absent, null or JSON in a string") {
    Dialogue talk(tests::sample_catalog());
    CHECK(text_of(called(talk, "note_write", R"({"name":"a","text":"x"})")) == "a: x");
    CHECK(text_of(called(talk, "note_read", nullptr)).find("/name") != std::string::npos);
    const Json absent = talk.request("tools/call", {{"name", "note_read"}});
    CHECK(absent["result"]["isError"] == true);
    const Json broken = called(talk, "note_write", R"({"name":"b","text")");
    CHECK(broken["result"]["isError"] == true);
    CHECK(text_of(broken).find("expected an object") != std::string::npos);
    CHECK(called(talk, "note_write", Json::array())["error"]["code"] == -32602);
    CHECK(called(talk, "note_read", {{"name", "b"}})["result"]["isError"] == true);
}

TEST_CASE("a refused call says in text what was wrong and what to send") {
    Dialogue talk(tests::sample_catalog());
    const Json result = called(talk, "fail", {{"how", "refused"}})["result"];
    CHECK(result["isError"] == true);
    CHECK_FALSE(result.contains("structuredContent"));
    CHECK(result["content"][0]["text"] ==
          "invalid: two faults: nothing was stored\n"
          "- change 2 (/changes/2/status): expected active\n  try: {\"status\":\"active\"}\n"
          "- line 3: a line needs a sign\n  try: + [T1] Task: x\n"
          "- /name: expected a name");
}

TEST_CASE("a fault of the program is an internal error without its words") {
    Dialogue talk(tests::sample_catalog());
    const std::string how = GENERATE("crash", "odd");
    const Json reply = talk.modern("tools/call", {{"name", "fail"}, {"arguments", {{"how", how}}}});
    CHECK(reply["error"]["code"] == -32603);
    CHECK(reply.dump().find("secret") == std::string::npos);
    REQUIRE(talk.faults.size() == 1);
    CHECK(talk.faults[0].find("secret") == std::string::npos);
    CHECK(talk.faults[0].starts_with("fail: "));
}

TEST_CASE("a legacy client hears of a fault of the program unless it set a graver level") {
    Dialogue talk(tests::sample_catalog());
    const std::string line = R"({"jsonrpc":"2.0","id":"a","method":"tools/call",)"
                             R"("params":{"name":"fail","arguments":{"how":"crash"}}})";
    const auto lines = talk.say(line);
    REQUIRE(lines.size() == 2);
    const Json told = Json::parse(lines.front());
    CHECK(told["method"] == "notifications/message");
    CHECK(told["params"]["level"] == "error");
    CHECK(told["params"]["data"] == talk.faults.at(0));
    CHECK(lines.front().find("secret") == std::string::npos);

    CHECK(talk.request("logging/setLevel", {{"level", "critical"}})["result"] == Json::object());
    CHECK(talk.say(line).size() == 1);
    CHECK(talk.request("logging/setLevel", {{"level", "debug"}})["result"] == Json::object());
    CHECK(talk.say(line).size() == 2);
}

TEST_CASE("a level that no log knows is refused with those it knows") {
    Dialogue talk(tests::sample_catalog());
    const Json params = GENERATE(Json(nullptr), Json{{"level", "loud"}}, Json{{"level", 3}});
    const Json error = talk.request("logging/setLevel", params)["error"];
    CHECK(error["code"] == -32602);
    CHECK(error["message"].get<std::string>().find("debug, info, notice, warning") !=
          std::string::npos);
}

TEST_CASE("an unknown tool is refused with the nearest one") {
    Dialogue talk(tests::sample_catalog());
    const Json reply = called(talk, "note_reed", Json::object());
    CHECK(reply["error"]["code"] == -32602);
    CHECK(reply["error"]["message"].get<std::string>().find("nearest: note_read") !=
          std::string::npos);
    CHECK(talk.request("tools/call")["error"]["code"] == -32602);
    CHECK(talk.request("tools/call", {{"name", 5}})["error"]["code"] == -32602);
}

TEST_CASE("a read-only server shows and runs no writer") {
    tools::Settings settings;
    settings.read_only = true;
    Dialogue talk(tests::sample_catalog(), settings);
    const auto tools = talk.request("tools/list")["result"]["tools"];
    CHECK_FALSE(tools.empty());
    for (const auto& tool : tools)
        CHECK(tool["annotations"]["readOnlyHint"] == true);
    CHECK(called(talk, "note_write", {{"name", "a"}, {"text", "x"}})["error"]["code"] == -32602);
}

TEST_CASE("each tool is listed with all a host asks for") {
    Dialogue talk(tests::sample_catalog());
    const Json tools = talk.request("tools/list")["result"]["tools"];
    REQUIRE(tools.size() == 5);
    const Json& write = tools[1];
    CHECK(write["name"] == "note_write");
    CHECK(write["title"] == "Write a note");
    CHECK(write["annotations"] ==
          Json::parse(R"({"title":"Write a note","readOnlyHint":false,"destructiveHint":false,)"
                      R"("idempotentHint":true,"openWorldHint":false})"));
    CHECK(write["inputSchema"]["type"] == "object");
    CHECK(write["outputSchema"]["type"] == "object");
}

TEST_CASE("resources come page by page until the last") {
    Dialogue talk(tests::sample_catalog());
    for (int i = 100; i < 350; ++i)
        called(talk, "note_write", {{"name", "n" + std::to_string(i)}, {"text", "x"}});
    Json params = {{"cursor", ""}};
    std::vector<std::string> names;
    for (int page = 0; page < 3; ++page) {
        const Json result = talk.request("resources/list", params)["result"];
        for (const auto& resource : result["resources"])
            names.push_back(resource["name"]);
        CHECK(result.contains("nextCursor") == (page < 2));
        if (page < 2) params["cursor"] = result["nextCursor"];
    }
    REQUIRE(names.size() == 250);
    CHECK(std::is_sorted(names.begin(), names.end()));
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("a cursor that is none is refused") {
    Dialogue talk(tests::sample_catalog());
    const std::string method =
        GENERATE("tools/list", "prompts/list", "resources/list", "resources/templates/list");
    const Json cursor =
        GENERATE(Json("bogus"), Json(5), Json("p1-"), Json("p1-0"), Json("p1-0-xy"));
    CAPTURE(method, cursor.dump());
    CHECK(talk.request(method, {{"cursor", cursor}})["error"]["code"] == -32602);
    CHECK(talk.request(method, {{"cursor", ""}}).contains("result"));
}

TEST_CASE("an unknown resource has the code of its era") {
    Dialogue talk(tests::sample_catalog());
    const std::string uri = GENERATE("note://none", "file:///etc/passwd", "note://", "");
    const Json legacy = talk.request("resources/read", {{"uri", uri}})["error"];
    CHECK(legacy["code"] == -32002);
    CHECK(legacy["data"]["uri"] == uri);
    CHECK(talk.modern("resources/read", {{"uri", uri}})["error"]["code"] == -32602);
}

TEST_CASE("a prompt is rendered, or says what it needs") {
    Dialogue talk(tests::sample_catalog());
    const Json got = talk.request(
        "prompts/get", {{"name", "think"}, {"arguments", {{"topic", "tea"}, {"mood", nullptr}}}});
    CHECK(got["result"]["messages"][0]["content"]["text"] == "Think of tea");
    const Json wrong =
        GENERATE(Json({{"name", "think"}}), Json({{"name", "thing"}}), Json::object(),
                 Json({{"name", "think"}, {"arguments", {{"topic", 5}}}}),
                 Json({{"name", "think"}, {"arguments", {{"topic", "x"}, {"tone", "y"}}}}));
    CAPTURE(wrong.dump());
    CHECK(talk.request("prompts/get", wrong)["error"]["code"] == -32602);
}

TEST_CASE("completion gives at most 100 values and says how many there are") {
    Dialogue talk(tests::sample_catalog());
    const Json ref = GENERATE(Json({{"type", "ref/prompt"}, {"name", "think"}}),
                              Json({{"type", "ref/resource"}, {"uri", "note://{name}"}}));
    const std::string argument = ref["type"] == "ref/prompt" ? "topic" : "name";
    const auto complete = [&](const std::string& prefix) {
        return talk.request("completion/complete",
                            {{"ref", ref}, {"argument", {{"name", argument}, {"value", prefix}}}});
    };
    const Json all = complete("")["result"]["completion"];
    CHECK(all["values"].size() == 100);
    CHECK(all["total"] == 150);
    CHECK(all["hasMore"] == true);
    const Json few = complete("topic14")["result"]["completion"];
    CHECK(few["total"] == 11);
    CHECK(few["hasMore"] == false);
}

TEST_CASE("completion of nothing known is refused or empty") {
    Dialogue talk(tests::sample_catalog());
    const auto complete = [&](const Json& ref, const std::string& argument) {
        return talk.request("completion/complete",
                            {{"ref", ref}, {"argument", {{"name", argument}, {"value", ""}}}});
    };
    CHECK(complete({{"type", "ref/prompt"}, {"name", "no"}}, "x")["error"]["code"] == -32602);
    CHECK(complete({{"type", "ref/tool"}}, "x")["error"]["code"] == -32602);
    CHECK(complete({{"type", "ref/prompt"}, {"name", "think"}},
                   "mood")["result"]["completion"]["values"] == Json::array());
}

TEST_CASE("progress is told for a token, whatever its type, and only upwards") {
    Dialogue talk(tests::sample_catalog());
    const std::string token = GENERATE("0", "\"abc\"", "9007199254740993");
    const auto lines = talk.say(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait","arguments":)"
        R"({"ms":6,"steps":3},"_meta":{"progressToken":)" +
        token + "}}}");
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                      R"({"progressToken":)" +
                          token + R"(,"progress":2.0,"total":6.0,"message":"waiting"}})");
    CHECK(Json::parse(lines[3]).contains("result"));
}

TEST_CASE("without a token there is no progress") {
    Dialogue talk(tests::sample_catalog());
    const std::string meta =
        GENERATE("{}", R"({"progressToken":1.5})", R"({"progressToken":null})");
    CHECK(talk.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait",)"
                   R"("arguments":{"ms":6,"steps":3},"_meta":)" +
                   meta + "}}")
              .size() == 1);
}
