#include "tests/mcp/http_pair.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace tests;
using std::chrono::milliseconds;

namespace {

const std::string hello = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

/// A change, its body in chunks.
std::string note_write(int number) {
    const Json arguments = {{"name", std::to_string(number)}, {"text", "words"}};
    const std::string body = Json({{"jsonrpc", "2.0"},
                                   {"id", 2},
                                   {"method", "tools/call"},
                                   {"params", {{"name", "note_write"}, {"arguments", arguments}}}})
                                 .dump();
    std::array<char, 16> size{};
    const auto end = std::to_chars(size.data(), size.data() + size.size(), body.size(), 16).ptr;
    return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8808\r\nContent-Type: application/json\r\n"
           "Transfer-Encoding: chunked\r\n\r\n" +
           std::string(size.data(), end) + "\r\n" + body + "\r\n0\r\n\r\n";
}

mcp::HttpLimits hasty() {
    mcp::HttpLimits out = HttpPair::small();
    out.head = out.request = out.idle = milliseconds(1500);
    return out;
}

}  // namespace

TEST_CASE("requests behind each other are answered in order on one connection") {
    HttpPair pair;
    HttpClient client(pair.connect());
    std::string both;
    for (int id = 0; id < 50; ++id)
        both += post(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})");
    client.send(both);
    for (int id = 0; id < 50; ++id)
        CHECK(Json::parse(body_of(client.reply()))["id"] == id);
}

TEST_CASE("a client that wants to close is closed, an old one too") {
    HttpPair pair;
    HttpClient client(pair.connect());
    client.send(post(hello, "Connection: close\r\n"));
    CHECK(client.reply().find("Connection: close\r\n") != std::string::npos);
    CHECK(client.closed());
    HttpClient old(pair.connect());
    old.send("GET /mcp HTTP/1.0\r\nHost: 127.0.0.1:8808\r\n\r\n");
    CHECK(status_of(old.reply()) == 405);
    CHECK(old.closed());
}

TEST_CASE("slow and silent clients lose their connection, others do not notice") {
    HttpPair pair(hasty());
    std::vector<std::unique_ptr<HttpClient>> slow;
    for (int i = 0; i < 16; ++i) {
        slow.push_back(std::make_unique<HttpClient>(pair.connect()));
        slow.back()->send(i % 2 == 0 ? "POST /mcp HT" : post(hello).substr(0, 120));
    }
    const auto began = std::chrono::steady_clock::now();
    CHECK(status_of(pair.ask(post(hello))) == 200);
    CHECK(std::chrono::steady_clock::now() - began < milliseconds(1000));
    CHECK(status_of(slow[0]->reply()) == 408);
    for (const auto& client : slow)
        CHECK(client->closed());
}

TEST_CASE("a ping is answered while more changes than threads wait for the disk") {
    HttpPair pair;
    std::promise<void> disk;
    std::atomic<bool> slow = false;
    std::thread writing([&] {
        pair.store().write([&, done = disk.get_future().share()](store::WriteTxn& /*txn*/) {
            slow = true;
            done.wait();
        });
    });
    while (!slow)
        std::this_thread::yield();
    std::vector<std::unique_ptr<HttpClient>> changes;
    for (int i = 0; i < 12; ++i) {
        changes.push_back(std::make_unique<HttpClient>(pair.connect()));
        changes.back()->send(note_write(i) + post(hello));
    }
    std::this_thread::sleep_for(milliseconds(300));
    CHECK(pair.store().waiting_writes() > 1);
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i)
        CHECK(status_of(pair.ask(post(hello))) == 200);
    CHECK(std::chrono::steady_clock::now() - began < milliseconds(1000));
    disk.set_value();
    writing.join();
    for (const auto& client : changes) {
        CHECK(body_of(client->reply()).find("isError") == std::string::npos);
        CHECK(body_of(client->reply()) == body_of(pair.ask(post(hello))));
    }
}

TEST_CASE("more connections than allowed are sent away") {
    HttpPair pair;
    std::vector<std::unique_ptr<HttpClient>> clients;
    for (int i = 0; i < 32; ++i)
        clients.push_back(std::make_unique<HttpClient>(pair.connect()));
    CHECK(status_of(pair.ask(post(hello))) == 503);
    clients.pop_back();
    int status = 0;
    for (int i = 0; i < 250 && status != 200; ++i) {
        std::this_thread::sleep_for(milliseconds(20));
        status = status_of(pair.ask(post(hello)));
    }
    CHECK(status == 200);
}

TEST_CASE("unfinished requests share one budget") {
    mcp::HttpLimits limits = HttpPair::small();
    limits.held_bytes = 700'000;
    HttpPair pair(limits);
    const std::string half = post(std::string(400'000, ' ')).substr(0, 300'000);
    HttpClient first(pair.connect());
    first.send(half);
    std::this_thread::sleep_for(milliseconds(500));
    HttpClient second(pair.connect());
    second.send(half);
    CHECK(status_of(second.reply()) == 503);
    CHECK(status_of(pair.ask(post(hello))) == 200);
}

TEST_CASE("a body that is waited for is asked for") {
    HttpPair pair;
    HttpClient client(pair.connect());
    const std::string bytes = post(hello, "Expect: 100-continue\r\n");
    const auto body = bytes.size() - hello.size();
    client.send(bytes.substr(0, body));
    CHECK(client.until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    client.send(bytes.substr(body));
    CHECK(status_of(client.reply()) == 200);
}

TEST_CASE("a reply survives what the client still sends") {
    HttpPair pair;
    HttpClient client(pair.connect());
    client.send("POST /mcp HTTP/1.1\r\nHost: evil\r\nContent-Length: 900000\r\n\r\n" +
                std::string(900'000, 'x'));
    CHECK(status_of(client.reply()) == 403);
}
