#include "tests/mcp/http_pair.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

using namespace tests;

namespace {

std::string request_text(const std::string& method, const Json& params) {
    return Json({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}}).dump();
}

const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

/// A modern tools/list with one thing of its envelope or headers changed.
std::string changed(const Json& meta, const std::string& headers) {
    return post(request_text("tools/list", {{"_meta", meta}}), headers);
}

Json meta_with(const std::string& key, const Json& value) {
    Json out = envelope();
    out[key] = value;
    return out;
}

Json meta_without(const std::string& key) {
    Json out = envelope();
    out.erase(key);
    return out;
}

const std::string modern_headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\n";

}  // namespace

TEST_CASE("malformed messages get the status and the code of their fault") {
    HttpPair pair;
    const auto [body, status, code] = GENERATE(table<std::string, int, int>({
        {"", 400, -32700},
        {"{", 400, -32700},
        {"5", 400, -32600},
        {"null", 400, -32600},
        {"[]", 400, -32600},
        {R"({"id":1,"method":"ping"})", 400, -32600},
        {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", 400, -32600},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", 400, -32600},
        {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", 400, -32600},
        {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", 400, -32600},
        {R"({"jsonrpc":"2.0","id":true,"method":"ping"})", 400, -32600},
        {R"({"jsonrpc":"2.0","id":1,"result":{}})", 202, 0},
        {R"({"jsonrpc":"2.0","method":"notifications/initialized"})", 202, 0},
        {R"({"jsonrpc":"2.0","id":1,"method":"no/such"})", 200, -32601},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", 200, -32602},
        {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}})", 200, -32602},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping"})", 200, 0},
    }));
    CAPTURE(body);
    const std::string reply = pair.ask(post(body));
    CHECK(status_of(reply) == status);
    CHECK(error_of(reply) == code);
}

TEST_CASE("modern requests are checked against their headers") {
    HttpPair pair;
    const std::string version = "io.modelcontextprotocol/protocolVersion";
    const auto [bytes, status, code] = GENERATE_COPY(table<std::string, int, int>({
        {changed(envelope(), modern_headers), 200, 0},
        {changed(envelope(), ""), 400, -32020},
        {changed(envelope(), "MCP-Protocol-Version: 2026-07-28\r\n"), 400, -32020},
        {changed(envelope(), "Mcp-Method: tools/list\r\n"), 400, -32020},
        {changed(envelope(), "MCP-Protocol-Version: 2025-11-25\r\nMcp-Method: tools/list\r\n"), 400,
         -32020},
        {changed(envelope(), "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: Tools/List\r\n"), 400,
         -32020},
        {changed(meta_without("io.modelcontextprotocol/clientCapabilities"), modern_headers), 400,
         -32602},
        {changed(meta_with(version, "2099-01-01"),
                 "MCP-Protocol-Version: 2099-01-01\r\nMcp-Method: tools/list\r\n"),
         400, -32022},
        {changed(meta_with("io.modelcontextprotocol/logLevel", "loud"), modern_headers), 400,
         -32602},
        {changed(Json::object(), modern_headers), 400, -32602},
        {modern_post("no/such", Json::object()), 404, -32601},
        {modern_post("ping", Json::object()), 404, -32601},
        {modern_post("initialize", Json::object()), 404, -32601},
        {post(request_text("initialize", Json::object()), "MCP-Protocol-Version: 2026-07-28\r\n"),
         400, -32020},
        {modern_post("tools/call", {{"name", "none"}}, "Mcp-Name: none\r\n"), 200, -32602},
        {modern_post("tools/call", {{"name", "none"}}, "Mcp-Name: =?base64?bm9uZQ==?=\r\n"), 200,
         -32602},
        {modern_post("tools/call", {{"name", "none"}}), 400, -32020},
        {modern_post("tools/call", {{"name", "none"}}, "Mcp-Name: other\r\n"), 400, -32020},
        {modern_post("resources/read", {{"uri", "note://a%20b"}}, "Mcp-Name: note://a%20b\r\n"),
         200, -32602},
        {modern_post("subscriptions/listen", {{"notifications", Json::object()}},
                     "Accept: application/json\r\n"),
         406, -32000},
        {post("[" + request_text("tools/list", {{"_meta", envelope()}}) + "]"), 400, -32600},
    }));
    CAPTURE(bytes);
    const std::string reply = pair.ask(bytes);
    CHECK(status_of(reply) == status);
    CHECK(error_of(reply) == code);
}

TEST_CASE("an error carries the id of its request") {
    HttpPair pair;
    for (const std::string& bytes :
         {changed(envelope(), ""), modern_post("no/such", Json::object()),
          post(R"({"jsonrpc":"1.0","id":1,"method":"ping"})")})
        CHECK(Json::parse(body_of(pair.ask(bytes)))["id"] == 1);
}

TEST_CASE("only POST of JSON to /mcp is served") {
    HttpPair pair;
    const std::string host = " HTTP/1.1\r\nHost: 127.0.0.1:8808\r\n";
    const auto [bytes, status] = GENERATE_COPY(table<std::string, int>({
        {"GET /mcp" + host + "\r\n", 405},
        {"DELETE /mcp" + host + "\r\n", 405},
        {"PUT /mcp" + host + "Content-Length: 0\r\n\r\n", 405},
        {"GET /" + host + "\r\n", 404},
        {"GET /mcp/" + host + "\r\n", 404},
        {"GET /.well-known/oauth-protected-resource" + host + "\r\n", 404},
        {"POST /mcp" + host + "Content-Length: 0\r\n\r\n", 415},
        {"POST /mcp" + host + "Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n", 415},
        {post(ping, "Content-Encoding: gzip\r\n"), 415},
        {post(ping, "Accept: text/html\r\n"), 406},
        {post(ping, "Origin: https://evil.example\r\n"), 403},
        {post(ping, "Range: bytes=0-1,0-1\r\n"), 200},
        {post(ping, "MCP-Protocol-Version: 1900-01-01\r\n"), 400},
        {"OPTIONS /mcp" + host + "Origin: http://localhost:1\r\n\r\n", 204},
    }));
    CAPTURE(bytes);
    const std::string reply = pair.ask(bytes);
    CHECK(status_of(reply) == status);
    CHECK((reply.find("Allow: POST\r\n") != std::string::npos) == (status == 405));
}

TEST_CASE("legacy batches are answered in one list, on the versions that know them") {
    HttpPair pair;
    const std::string two =
        "[" + ping + R"(,{"jsonrpc":"2.0","method":"notifications/x"},)" + ping + "]";
    CHECK(Json::parse(body_of(pair.ask(post(two)))).size() == 2);
    CHECK(status_of(pair.ask(post(R"([{"jsonrpc":"2.0","method":"notifications/x"}])"))) == 202);
    CHECK(error_of(pair.ask(post(two, "MCP-Protocol-Version: 2025-11-25\r\n"))) == -32600);
}

TEST_CASE("progress turns the answer into a stream of events that ends with it") {
    HttpPair pair;
    const std::string call = request_text("tools/call", {{"name", "wait"},
                                                         {"arguments", {{"ms", 20}, {"steps", 2}}},
                                                         {"_meta", {{"progressToken", 0}}}});
    HttpClient client(pair.connect());
    client.send(post(call) + post(ping));
    const std::string stream = client.until("\r\n0\r\n\r\n");
    CHECK(stream.find("Content-Type: text/event-stream\r\n") != std::string::npos);
    CHECK(stream.find("X-Accel-Buffering: no\r\n") != std::string::npos);
    const auto told = stream.find("\"progressToken\":0");
    const auto answer = stream.find("\"result\":");
    CHECK(told < answer);
    CHECK(answer != std::string::npos);
    CHECK(body_of(client.reply()) == R"({"jsonrpc":"2.0","id":1,"result":{}})");
    const std::string plain = pair.ask(post(call, "Accept: application/json\r\n"));
    CHECK(plain.find("progressToken") == std::string::npos);
    CHECK(plain.find("waited") != std::string::npos);
}

TEST_CASE("a listening client hears of changes until the server stops") {
    HttpPair pair;
    HttpClient listener(pair.connect());
    const Json filter = {{"notifications", {{"resourceSubscriptions", Json::array({"note://a"})}}}};
    listener.send(modern_post("subscriptions/listen", filter));
    CHECK(listener.until("acknowledged").find("200 OK") != std::string::npos);
    const Json arguments = {{"name", "a"}, {"text", "x"}};
    pair.ask(post(request_text("tools/call", {{"name", "note_write"}, {"arguments", arguments}})));
    CHECK(listener.until("resources/updated").find("data: ") != std::string::npos);
    pair.hub().stop();
    const std::string end = listener.until("\r\n0\r\n\r\n");
    CHECK(end.find("\"resultType\":\"complete\"") != std::string::npos);
    CHECK(listener.closed());
}

TEST_CASE("a modern client that leaves cancels its call, a legacy one does not") {
    HttpPair pair;
    const Json arguments = {{"name", "wait"}, {"arguments", {{"ms", 60'000}}}};
    {
        HttpClient client(pair.connect());
        client.send(modern_post("tools/call", arguments, "Mcp-Name: wait\r\n"));
    }
    const Json write = {{"name", "note_write"},
                        {"arguments", {{"name", "late"}, {"text", "kept"}, {"pause_ms", 100}}}};
    {
        HttpClient client(pair.connect());
        client.send(post(request_text("tools/call", write)));
    }
    const std::string look = post(
        request_text("tools/call", {{"name", "note_read"}, {"arguments", {{"name", "late"}}}}));
    bool kept = false;
    for (int i = 0; i < 250 && !kept; ++i) {
        kept = pair.ask(look).find("late: kept") != std::string::npos;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    CHECK(kept);
    const auto began = std::chrono::steady_clock::now();
    pair.hub().stop();
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(2));
}
