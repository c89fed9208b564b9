#include "mcp/http_gate.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <string>
#include <utility>

using mcp::Head;

namespace {

Head head_with(const std::string& name, const std::string& value) {
    Head out;
    out.headers = {{name, value}};
    return out;
}

struct Named {
    const char* value;  ///< null: the header is absent
    bool allowed;
};

constexpr std::array hosts{
    Named{"127.0.0.1:8808", true},
    Named{"localhost:8808", true},
    Named{"LOCALHOST:8808", true},
    Named{"[::1]:8808", true},
    Named{"notes.example", true},
    Named{"127.0.0.1", false},
    Named{"127.0.0.1:80", false},
    Named{"evil.example:8808", false},
    Named{"localhost.evil.example:8808", false},
    Named{"localhost:8808.evil.example", false},
    Named{"", false},
    Named{nullptr, false},
};

constexpr std::array origins{
    Named{nullptr, true},
    Named{"http://localhost:6274", true},
    Named{"https://127.0.0.1", true},
    Named{"http://[::1]:1", true},
    Named{"https://app.example", true},
    Named{"null", false},
    Named{"https://evil.example", false},
    Named{"http://localhost.evil.example", false},
    Named{"http://localhost:80@evil.example", false},
    Named{"http://app.example", false},
    Named{"ftp://localhost", false},
    Named{"", false},
};

}  // namespace

TEST_CASE("a request passes only with an allowed Host and an allowed Origin") {
    const mcp::HttpGate gate =
        mcp::make_gate("127.0.0.1", 8808, {"notes.example"}, {"https://app.example"});
    int passed = 0;
    for (const auto& host : hosts)
        for (const auto& origin : origins) {
            Head head;
            if (host.value != nullptr) head.headers.push_back({"host", host.value});
            if (origin.value != nullptr) head.headers.push_back({"origin", origin.value});
            const auto refusal = mcp::gate_refusal(gate, head);
            CAPTURE(host.value == nullptr ? "no Host" : host.value,
                    origin.value == nullptr ? "no Origin" : origin.value);
            CHECK(refusal.has_value() != (host.allowed && origin.allowed));
            if (refusal) CHECK(refusal->status == 403);
            passed += refusal ? 0 : 1;
        }
    CHECK(passed == 25);
}

TEST_CASE("Accept is read by the rules of HTTP") {
    const auto [accept, json, events] = GENERATE(table<std::string, bool, bool>({
        {"application/json, text/event-stream", true, true},
        {"text/event-stream;q=0.9, Application/JSON", true, true},
        {"*/*", true, true},
        {"application/*, text/*", true, true},
        {"application/json", true, false},
        {"text/event-stream", false, true},
        {"text/html", false, false},
        {"application/json;q=0, text/event-stream", false, true},
        {"application/json;q=0.0;x=y", false, false},
        {"application/json;q=0.01", true, false},
        {"", true, true},
    }));
    CAPTURE(accept);
    const mcp::Accepts accepts = mcp::accepted(head_with("accept", accept));
    CHECK(accepts.json == json);
    CHECK(accepts.events == events);
}

TEST_CASE("a body is JSON when its type says so") {
    CHECK(mcp::sends_json(head_with("content-type", "application/json")));
    CHECK(mcp::sends_json(head_with("content-type", "Application/JSON; charset=utf-8")));
    CHECK_FALSE(mcp::sends_json(head_with("content-type", "text/plain")));
    CHECK_FALSE(mcp::sends_json(head_with("content-type", "application/jsonp")));
    CHECK_FALSE(mcp::sends_json({}));
}

TEST_CASE("header values may come as base64") {
    CHECK(mcp::header_text("plain") == "plain");
    CHECK(mcp::header_text("=?base64?aMOpbGxv?=") == "h\u00e9llo");
    CHECK(mcp::header_text("=?base64?aA==?=") == "h");
    CHECK_FALSE(mcp::header_text("=?base64?a?="));
    CHECK_FALSE(mcp::header_text("=?base64?~~~~?="));
}
