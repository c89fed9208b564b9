#include "tests/mcp/dialogue.hpp"
#include "tests/mcp/sample_rows.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <string>
#include <thread>

using tests::Dialogue;
using tests::Json;

namespace {

void write_note(Dialogue& talk, const std::string& name) {
    talk.request("tools/call",
                 {{"name", "note_write"}, {"arguments", {{"name", name}, {"text", "x"}}}});
}

/// What is sent within the time the watcher needs; waits for the first line only.
std::vector<std::string> heard(Dialogue& talk) {
    for (int i = 0; i < 300; ++i) {
        if (auto lines = talk.channel.take(); !lines.empty()) return lines;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return {};
}

std::vector<std::string> listen(Dialogue& talk, const std::string& id, const Json& filter) {
    const Json params = {{"notifications", filter}, {"_meta", tests::envelope()}};
    return talk.say(R"({"jsonrpc":"2.0","id":)" + id +
                    R"(,"method":"subscriptions/listen","params":)" + params.dump() + "}");
}

}  // namespace

TEST_CASE("a legacy client hears of the resources it subscribed to") {
    Dialogue talk(tests::sample_catalog());
    CHECK(talk.request("resources/subscribe", {{"uri", "note://a"}})["result"] == Json::object());
    write_note(talk, "b");
    write_note(talk, "a");
    const auto lines = heard(talk);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == R"({"jsonrpc":"2.0","method":"notifications/resources/updated",)"
                      R"("params":{"uri":"note://a"}})");
    talk.request("resources/unsubscribe", {{"uri", "note://a"}});
    write_note(talk, "a");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    CHECK(talk.channel.take().empty());
}

TEST_CASE("a listen request is acknowledged first, under its id") {
    Dialogue talk(tests::sample_catalog());
    const std::string id = GENERATE("7", "\"7\"", "\"listen:0\"");
    const auto lines = listen(talk, id,
                              {{"resourceSubscriptions", {"note://a", "file:///x", 5}},
                               {"toolsListChanged", true},
                               {"promptsListChanged", false}});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",)"
                      R"("params":{"notifications":{"toolsListChanged":true,)"
                      R"("resourceSubscriptions":["note://a"]},)"
                      R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" +
                          id + "}}}");
    write_note(talk, "a");
    const auto notices = heard(talk);
    REQUIRE(notices.size() == 1);
    const Json notice = Json::parse(notices[0]);
    CHECK(notice["method"] == "notifications/resources/updated");
    CHECK(notice["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == Json::parse(id));
}

TEST_CASE("a new resource changes the list") {
    Dialogue talk(tests::sample_catalog());
    write_note(talk, "old");
    listen(talk, "1", {{"resourcesListChanged", true}});
    write_note(talk, "old");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    CHECK(talk.channel.take().empty());
    write_note(talk, "new");
    const auto lines = heard(talk);
    REQUIRE(lines.size() == 1);
    CHECK(Json::parse(lines[0])["method"] == "notifications/resources/list_changed");
}

TEST_CASE("a listen request for nothing ends at once") {
    Dialogue talk(tests::sample_catalog());
    const auto lines = listen(talk, "9", Json::object());
    REQUIRE(lines.size() == 2);
    const Json end = Json::parse(lines[1]);
    CHECK(end["id"] == 9);
    CHECK(end["result"]["resultType"] == "complete");
    CHECK(end["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == 9);
    CHECK(talk.modern("subscriptions/listen")["error"]["code"] == -32602);
}

TEST_CASE("after a cancel nothing more is sent for a listen request") {
    Dialogue talk(tests::sample_catalog());
    listen(talk, "\"x\"", {{"resourceSubscriptions", {"note://a"}}});
    CHECK(Json::parse(listen(talk, "\"x\"", {{"toolsListChanged", true}}).at(0))["error"]["code"] ==
          -32600);
    talk.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}})");
    write_note(talk, "a");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    CHECK(talk.channel.take().empty());
    CHECK(listen(talk, "\"x\"", {{"resourceSubscriptions", {"note://a"}}}).size() == 1);
}
