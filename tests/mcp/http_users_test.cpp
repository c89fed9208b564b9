#include "store/tokens.hpp"
#include "tests/mcp/http_pair.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace tests;

namespace {

using Scopes = std::vector<store::Scope>;

std::string new_token(HttpPair& pair, const std::string& tenant, std::vector<std::string> spaces,
                      Scopes scopes = {store::Scope::read, store::Scope::write}) {
    store::TokenGrant grant{"", tenant, std::move(scopes), std::move(spaces)};
    return pair.store().write([&](store::WriteTxn& txn) { return store::add_token(txn, grant); });
}

std::string with_token(const std::string& token) {
    return token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
}

std::string tool_call(const std::string& token, const std::string& tool, const Json& arguments) {
    const Json message = {{"jsonrpc", "2.0"},
                          {"id", 1},
                          {"method", "tools/call"},
                          {"params", {{"name", tool}, {"arguments", arguments}}}};
    return post(message.dump(), with_token(token));
}

std::string listen_to_lists(const std::string& token) {
    return modern_post("subscriptions/listen",
                       {{"notifications", {{"resourcesListChanged", true}}}}, with_token(token));
}

void revoke(HttpPair& pair, const std::string& token) {
    pair.store().write([&](store::WriteTxn& txn) {
        return store::revoke_token(txn, store::find_token(txn, token, 1)->id, 1);
    });
}

std::string read_note(HttpPair& pair, const std::string& token, const std::string& name) {
    return body_of(pair.ask(tool_call(token, "note_read", {{"name", name}})));
}

}  // namespace

TEST_CASE("once there are tokens, nobody is served without one") {
    HttpPair pair;
    CHECK(status_of(pair.ask(tool_call("", "note_read", {{"name", "x"}}))) == 200);
    const std::string token = new_token(pair, "team", {});
    const std::string refused = pair.ask(tool_call("", "note_read", {{"name", "x"}}));
    CHECK(status_of(refused) == 401);
    CHECK(refused.find("WWW-Authenticate: Bearer realm=\"throughline\"\r\n") != std::string::npos);
    CHECK(status_of(pair.ask(tool_call(token + "0", "note_read", {{"name", "x"}}))) == 401);
    CHECK(status_of(pair.ask(tool_call(token, "note_read", {{"name", "x"}}))) == 200);
}

TEST_CASE("a revoked token is refused from the next request on") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    CHECK(status_of(pair.ask(tool_call(token, "note_read", {{"name", "x"}}))) == 200);
    revoke(pair, token);
    CHECK(status_of(pair.ask(tool_call(token, "note_read", {{"name", "x"}}))) == 401);
}

TEST_CASE("what is another's answers byte for byte like what is unknown") {
    HttpPair pair;
    const std::string owner = new_token(pair, "team", {});
    const std::string part = new_token(pair, "team", {"map:open-*"});
    const std::string other = new_token(pair, "others", {});
    for (const char* name : {"open-1", "closed"})
        pair.ask(tool_call(owner, "note_write", {{"name", name}, {"text", "of the team"}}));
    CHECK(read_note(pair, owner, "closed").find("of the team") != std::string::npos);
    CHECK(read_note(pair, part, "open-1").find("of the team") != std::string::npos);
    const std::string unknown = read_note(pair, owner, "no such");
    CHECK(read_note(pair, part, "closed") == unknown);
    CHECK(read_note(pair, other, "open-1") == unknown);
    const auto listed = [&](const std::string& token) {
        return body_of(pair.ask(
            post(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})", with_token(token))));
    };
    CHECK(listed(part).find("note://open-1") != std::string::npos);
    CHECK(listed(part).find("closed") == std::string::npos);
    CHECK(listed(other).find("note://") == std::string::npos);
    const auto write = [&](const char* name) {
        return body_of(pair.ask(tool_call(part, "note_write", {{"name", name}, {"text", "mine"}})));
    };
    CHECK(write("closed") == write("not there"));
    CHECK(write("closed").find("denied") != std::string::npos);
    CHECK(read_note(pair, owner, "closed").find("of the team") != std::string::npos);
}

TEST_CASE("a token makes so many calls a minute and no more") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    const auto look = [&](const std::string& by) {
        return pair.ask(tool_call(by, "note_read", {{"name", "x"}}));
    };
    for (int i = 0; i < 30; ++i)
        REQUIRE(status_of(look(token)) == 200);
    const std::string late = look(token);
    CHECK(status_of(late) == 429);
    CHECK(late.find("Retry-After: 2\r\n") != std::string::npos);
    CHECK(late.find("30 a minute") != std::string::npos);
    CHECK(status_of(look(new_token(pair, "team", {}))) == 200);
    pair.pass_time(2'000);
    CHECK(status_of(look(token)) == 200);
    CHECK(status_of(look(token)) == 429);
}

TEST_CASE("each message of a batch is a call of its token") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    Json batch = Json::array();
    for (int i = 0; i < 20; ++i)
        batch.push_back({{"jsonrpc", "2.0"}, {"id", i}, {"method", "ping"}});
    const auto send = [&] { return pair.ask(post(batch.dump(), with_token(token))); };
    CHECK(status_of(send()) == 200);
    const std::string late = send();
    CHECK(status_of(late) == 429);
    CHECK(late.find("30 a minute") != std::string::npos);
    pair.pass_time(60'000);
    CHECK(status_of(send()) == 200);
}

TEST_CASE("changes have a rate of their own, and looks go on beside it") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    const auto write = [&] {
        return pair.ask(tool_call(token, "note_write", {{"name", "x"}, {"text", "y"}}));
    };
    for (int i = 0; i < 12; ++i)
        REQUIRE(status_of(write()) == 200);
    const std::string late = write();
    CHECK(status_of(late) == 429);
    CHECK(late.find("Retry-After: 5\r\n") != std::string::npos);
    CHECK(Json::parse(body_of(late)).at("id") == 1);
    CHECK(status_of(pair.ask(tool_call(token, "note_read", {{"name", "x"}}))) == 200);
}

TEST_CASE("a scope that is missing is named, with 403") {
    HttpPair pair;
    const std::string reader = new_token(pair, "team", {}, {store::Scope::read});
    const std::string refused =
        pair.ask(tool_call(reader, "note_write", {{"name", "x"}, {"text", "y"}}));
    CHECK(status_of(refused) == 403);
    CHECK(refused.find("error=\"insufficient_scope\", scope=\"read write\"") != std::string::npos);
    CHECK(body_of(refused).find("lacks the scope write") != std::string::npos);
    const std::string batch = "[" + body_of(tool_call("", "note_write", {{"name", "x"}})) + "]";
    CHECK(status_of(pair.ask(post(batch, with_token(reader)))) == 403);
    CHECK(status_of(pair.ask(tool_call(reader, "note_read", {{"name", "x"}}))) == 200);
    CHECK(status_of(pair.ask(tool_call(reader, "no_such_tool", Json::object()))) == 200);
}

TEST_CASE("an open stream ends with its token") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    const std::string other = new_token(pair, "team", {});
    HttpClient client(pair.connect());
    HttpClient neighbour(pair.connect());
    client.send(listen_to_lists(token));
    neighbour.send(listen_to_lists(other));
    client.until("acknowledged");
    neighbour.until("acknowledged");
    revoke(pair, token);
    CHECK(client.until("resultType").find("complete") == std::string::npos);
    CHECK(client.closed());
    pair.ask(tool_call(other, "note_write", {{"name", "fresh"}, {"text", "y"}}));
    CHECK_FALSE(neighbour.until("list_changed").empty());
}

TEST_CASE("a stream from before the first token ends with it") {
    HttpPair pair;
    HttpClient client(pair.connect());
    client.send(listen_to_lists(""));
    client.until("acknowledged");
    new_token(pair, "team", {});
    CHECK(client.closed());
}

TEST_CASE("a token has no stream more, however many are asked for at once") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    std::vector<std::unique_ptr<HttpClient>> clients;
    for (int i = 0; i < 12; ++i)
        clients.push_back(std::make_unique<HttpClient>(pair.connect()));
    for (const auto& client : clients)
        client->send(listen_to_lists(token));
    int opened = 0, refused = 0;
    for (const auto& client : clients) {
        const std::string head = client->until("\r\n\r\n");
        opened += head.find("200 OK") != std::string::npos ? 1 : 0;
        refused += head.find("429") != std::string::npos ? 1 : 0;
    }
    CHECK(opened == 2);
    CHECK(refused == 10);
}

TEST_CASE("a token has so many streams open and no more") {
    HttpPair pair;
    const std::string token = new_token(pair, "team", {});
    HttpClient one(pair.connect());
    HttpClient two(pair.connect());
    for (HttpClient* client : {&one, &two}) {
        client->send(listen_to_lists(token));
        client->until("acknowledged");
    }
    CHECK(status_of(pair.ask(listen_to_lists(token))) == 429);
    one.close();
    std::string got;
    for (int i = 0; i < 50 && got.find("acknowledged") == std::string::npos; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        HttpClient again(pair.connect());
        again.send(listen_to_lists(token));
        got = again.until("\r\n\r\n").find("200 OK") == std::string::npos
                  ? ""
                  : again.until("acknowledged");
    }
    CHECK(got.find("acknowledged") != std::string::npos);
}
