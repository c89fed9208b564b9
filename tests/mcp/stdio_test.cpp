#include "mcp/server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temp_dir.hpp"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using tests::Process;
using tools::Json;
using Millis = std::chrono::milliseconds;

namespace {

using SteadyClock = std::chrono::steady_clock;

/// The sample server on a store of its own, after the handshake.
class Sample {
public:
    Sample() : process({SAMPLE_SERVER, (dir_.path() / "store").string()}) {
        process.line(R"({"jsonrpc":"2.0","id":0,"method":"initialize",)"
                     R"("params":{"protocolVersion":"2025-06-18"}})");
        process.line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        REQUIRE(process.read_line());
    }

    Json next() {
        const auto line = process.read_line();
        REQUIRE(line);
        return Json::parse(*line);
    }

private:
    tests::TempDir dir_;

public:
    Process process;
};

std::string ping(int id) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})";
}

std::string call(int id, const std::string& tool, const Json& arguments, const Json& meta = {}) {
    Json params = {{"name", tool}, {"arguments", arguments}};
    if (!meta.is_null()) params["_meta"] = meta;
    return Json({{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", params}})
        .dump();
}

std::string write_note(int id, const std::string& name, const std::string& text, int pause = 0) {
    return call(id, "note_write", {{"name", name}, {"text", text}, {"pause_ms", pause}});
}

std::string text_of(const Json& reply) {
    return reply["result"]["content"][0]["text"];
}

int threads_of(const Process& process) {
    std::ifstream status("/proc/" + std::to_string(process.pid()) + "/status");
    for (std::string word; status >> word;)
        if (int count = 0; word == "Threads:" && status >> count) return count;
    return 0;
}

std::string cancel(int id) {
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
           std::to_string(id) + "}}";
}

}  // namespace

TEST_CASE("P02 a bad line ends nothing") {
    Sample sample;
    sample.process.write("not json at all\n{\"jsonrpc\":\"2.0\",\"id\":2\n" + ping(3) + "\n");
    CHECK(sample.next()["error"]["code"] == -32700);
    CHECK(sample.next()["error"]["code"] == -32700);
    CHECK(sample.next() == Json({{"jsonrpc", "2.0"}, {"id", 3}, {"result", Json::object()}}));
}

TEST_CASE("P04 CRLF and blank lines are accepted and never sent") {
    Sample sample;
    sample.process.write("\r\n\n  \r\n" + ping(2) + "\r\n\r\n");
    sample.process.close_input();
    CHECK(sample.process.read_rest() == "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n");
}

TEST_CASE("P05 text survives any split of the input") {
    Sample sample;
    const std::string text = "naïve — 漢字 한글 🚀 e\xCC\x81";
    for (const char c : write_note(1, "a", text) + "\n")
        sample.process.write({&c, 1});
    CHECK(sample.next()["result"]["structuredContent"]["text"] == text);
    sample.process.line(call(2, "note_read", {{"name", "a"}}));
    CHECK(sample.next()["result"]["structuredContent"]["text"] == text);
}

TEST_CASE("P06 long lines pass up to the limit") {
    Sample sample;
    const std::size_t size = GENERATE(5'000U, 70'000U, 1'048'576U, 4'194'304U);
    std::string line = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"pad":""}}})";
    line.insert(line.find("\"}}}"), std::string(size - line.size(), 'x'));
    sample.process.line(line);
    CHECK(sample.next()["result"] == Json::object());
}

TEST_CASE("a line over the limit is one error and the next line counts") {
    Sample sample;
    const std::size_t size = GENERATE(4'194'305U, 5U * 1024 * 1024);
    sample.process.line(std::string(size, 'x'));
    sample.process.line(ping(2));
    const Json refused = sample.next();
    CHECK(refused["error"]["code"] == -32600);
    CHECK(refused["error"]["message"].get<std::string>().find("4194304") != std::string::npos);
    CHECK(sample.next()["id"] == 2);
}

TEST_CASE("P06 a slow reader gets a long answer whole") {
    Sample sample;
    sample.process.line(call(9, "long_answer", {{"bytes", 300'000}}));
    std::string got;
    std::array<char, 4096> chunk{};
    while (got.find('\n') == std::string::npos) {
        const ssize_t n = ::read(sample.process.output(), chunk.data(), chunk.size());
        REQUIRE(n > 0);
        got.append(chunk.data(), static_cast<std::size_t>(n));
        std::this_thread::sleep_for(Millis(1));
    }
    CHECK(text_of(Json::parse(got)).size() == 300'000 + 6);
}

TEST_CASE("a ping is answered while a long call works") {
    Sample sample;
    sample.process.line(call(1, "wait", {{"ms", 800}}));
    const auto asked = SteadyClock::now();
    sample.process.line(ping(2));
    CHECK(sample.next()["id"] == 2);
    CHECK(SteadyClock::now() - asked < Millis(500));
    CHECK(sample.next()["id"] == 1);
}

TEST_CASE("lists are answered while a change works, and looks wait for it") {
    Sample sample;
    sample.process.line(write_note(1, "a", "new", 300));
    sample.process.line(call(2, "note_read", {{"name", "a"}}));
    sample.process.line(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})");
    CHECK(sample.next()["id"] == 3);
    CHECK(sample.next()["id"] == 1);
    CHECK(text_of(sample.next()) == "a: new");
}

TEST_CASE("changes keep their order and each look sees those before it") {
    Sample sample;
    std::string all;
    for (int i = 0; i < 100; ++i) {
        all += write_note(2 * i, "a", "v" + std::to_string(i)) + "\n";
        all += call(2 * i + 1, "note_read", {{"name", "a"}}) + "\n";
    }
    sample.process.write(all);
    std::vector<int> changes;
    for (int i = 0; i < 200; ++i) {
        const Json reply = sample.next();
        const int id = reply["id"];
        if (id % 2 == 0)
            changes.push_back(id);
        else
            CHECK(text_of(reply) == "a: v" + std::to_string(id / 2));
    }
    CHECK(changes.size() == 100);
    CHECK(std::is_sorted(changes.begin(), changes.end()));
}

TEST_CASE("looks run beside each other") {
    Sample sample;
    const auto asked = SteadyClock::now();
    for (int i = 0; i < 8; ++i)
        sample.process.line(call(i, "wait", {{"ms", 300}}));
    for (int i = 0; i < 8; ++i)
        sample.next();
    CHECK(SteadyClock::now() - asked < Millis(1200));
}

TEST_CASE("more calls than may run wait for their turn") {
    Sample sample;
    std::string all;
    for (int i = 0; i < 300; ++i)
        all += call(i, "wait", {{"ms", 2}}) + "\n";
    sample.process.write(all);
    std::vector<bool> seen(300);
    for (int i = 0; i < 300; ++i)
        seen.at(sample.next()["id"].get<std::size_t>()) = true;
    CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
}

TEST_CASE("a client that asks one thing at a time costs one thread, with calls a few") {
    Sample sample;
    for (int i = 1; i < 200; ++i) {
        sample.process.line(ping(i));
        sample.next();
    }
    CHECK(threads_of(sample.process) == 1);
    for (int i = 1; i < 200; ++i) {
        sample.process.line(i % 2 == 0 ? call(i, "note_read", {{"name", "a"}})
                                       : write_note(i, "a", "x"));
        sample.next();
    }
    // Two, or one more where an answer is read before its thread is free again.
    CHECK(threads_of(sample.process) <= 4);
}

TEST_CASE("a cancelled call stops and is answered by nothing") {
    Sample sample;
    sample.process.line(call(1, "wait", {{"ms", 60'000}, {"steps", 6000}}, {{"progressToken", 0}}));
    CHECK(sample.next()["method"] == "notifications/progress");
    sample.process.line(cancel(1) + "\n" + ping(2));
    Json reply = sample.next();
    while (!reply.contains("id"))
        reply = sample.next();
    CHECK(reply["id"] == 2);
    sample.process.line(write_note(3, "a", "x"));  // waits for the look before it
    CHECK(sample.next()["id"] == 3);
}

TEST_CASE("a cancelled call that waits for its turn never runs") {
    Sample sample;
    sample.process.line(write_note(1, "a", "first", 200));
    sample.process.line(write_note(2, "a", "second"));
    sample.process.line(cancel(2));
    sample.process.line(call(3, "note_read", {{"name", "a"}}));
    CHECK(sample.next()["id"] == 1);
    CHECK(text_of(sample.next()) == "a: first");
}

TEST_CASE("a cancel that comes late or for nobody is no fault") {
    Sample sample;
    sample.process.line(write_note(1, "a", "x"));
    CHECK(sample.next()["id"] == 1);
    sample.process.line(cancel(1) + "\n" + cancel(77) + "\n" +
                        R"({"jsonrpc":"2.0","method":"notifications/cancelled"})" + "\n" + ping(2));
    CHECK(sample.next()["id"] == 2);
}

TEST_CASE("a batch is answered by one array") {
    tests::TempDir dir;
    Process process({SAMPLE_SERVER, dir.path() / "store"});
    process.line(R"({"jsonrpc":"2.0","id":0,"method":"initialize",)"
                 R"("params":{"protocolVersion":"2025-03-26"}})");
    REQUIRE(process.read_line());
    process.line("[" + write_note(1, "a", "x") + "," + ping(2) + "," +
                 call(3, "note_read", {{"name", "a"}}) + "]");
    const Json replies = Json::parse(process.read_line().value());
    REQUIRE(replies.size() == 3);
    CHECK(text_of(replies[2]) == "a: x");
    process.line(R"([{"jsonrpc":"2.0","method":"notifications/x"}])"
                 "\n" +
                 ping(4));
    CHECK(Json::parse(process.read_line().value())["id"] == 4);
}

TEST_CASE("P13 at the end of input what was read is answered and kept") {
    tests::TempDir dir;
    const std::string store = dir.path() / "store";
    Process process({SAMPLE_SERVER, store});
    process.write(write_note(2, "a", "kept") + "\n" + ping(3));  // the last line has no end
    process.close_input();
    const std::string out = process.read_rest();
    CHECK(out.find("\"id\":2") != std::string::npos);
    CHECK(out.find("\"id\":3") != std::string::npos);
    CHECK(process.wait(Millis(2000)) == 0);
    const auto again =
        tests::run_program({SAMPLE_SERVER, store}, call(1, "note_read", {{"name", "a"}}));
    CHECK(again.out.find("a: kept") != std::string::npos);
}

TEST_CASE("P13 the end of input ends even a call that would go on") {
    Sample sample;
    sample.process.line(call(1, "wait", {{"ms", 60'000}}));
    sample.process.close_input();
    CHECK(sample.process.wait(Millis(2000)) == 0);
}

TEST_CASE("P13 no input at all") {
    tests::TempDir dir;
    const auto done = tests::run_program({SAMPLE_SERVER, dir.path() / "store"});
    CHECK(done.code == 0);
    CHECK(done.out.empty());
}

TEST_CASE("P14 a reader that goes away ends the process by itself") {
    Sample sample;
    sample.process.close_output();
    const std::string line = GENERATE(ping(1), call(1, "wait", {{"ms", 10}}));
    sample.process.line(line);
    CHECK(sample.process.wait(Millis(2000)) == 0);
}

TEST_CASE("J02 deep nesting is refused and costs little") {
    Sample sample;
    const std::string open = GENERATE("[", "{\"a\":");
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += open;
    sample.process.line(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":)" + deep);
    CHECK(sample.next()["error"]["code"] == -32700);
    sample.process.line(call(2, "note_read", deep));
    CHECK(sample.next()["result"]["isError"] == true);
    sample.process.line(ping(9));
    CHECK(sample.next()["id"] == 9);
}

TEST_CASE("what is listened to ends with the input") {
    Sample sample;
    sample.process.line(
        R"({"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"_meta":{)"
        R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientCapabilities":{}},"notifications":{"toolsListChanged":true}}})");
    CHECK(sample.next()["method"] == "notifications/subscriptions/acknowledged");
    sample.process.close_input();
    const Json end = sample.next();
    CHECK(end["id"] == "l");
    CHECK(end["result"]["resultType"] == "complete");
    CHECK(sample.process.wait(Millis(2000)) == 0);
}

TEST_CASE("changes of another process are told") {
    tests::TempDir dir;
    const std::string store = dir.path() / "store";
    Process reader({SAMPLE_SERVER, store});
    reader.line(
        R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"note://a"}})");
    REQUIRE(reader.read_line());
    const auto writer = tests::run_program({SAMPLE_SERVER, store}, write_note(1, "a", "x"));
    CHECK(writer.out.find("a: x") != std::string::npos);
    const auto notice = reader.read_line(Millis(2000));
    REQUIRE(notice);
    CHECK(Json::parse(*notice)["params"]["uri"] == "note://a");
}
