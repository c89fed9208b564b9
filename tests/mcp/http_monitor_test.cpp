#include "store/tokens.hpp"
#include "tests/mcp/http_pair.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace tests;

namespace {

std::string fetch(const std::string& path, const std::string& headers = "",
                  const std::string& host = "127.0.0.1:8808") {
    return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n";
}

std::string call_note(const std::string& name) {
    return post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note_read",)"
                R"("arguments":{"name":")" +
                name + R"("}}})");
}

bool tells(const std::string& text, const std::string& line) {
    return text.find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("a server says that it lives and may be sent calls, to anybody") {
    HttpPair pair;
    for (const char* path : {"/livez", "/readyz"}) {
        CHECK(status_of(pair.ask(fetch(path, "", "probe.example"))) == 200);
        CHECK(body_of(pair.ask(fetch(path))) == "ok\n");
        CHECK(status_of(pair.ask("POST " + std::string(path) +
                                 " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")) == 405);
    }
}

TEST_CASE("the figures count calls by tool and outcome, and refusals by status") {
    HttpPair pair;
    pair.ask(call_note("none"));
    pair.ask(
        post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evil \"name"}})"));
    pair.ask(post(R"({"jsonrpc":"2.0","id":1,"method":"no/such"})"));
    pair.ask(fetch("/mcp"));
    pair.ask("nonsense\r\n\r\n");
    const std::string reply = pair.ask(fetch("/metrics"));
    CHECK(reply.find("Content-Type: text/plain; version=0.0.4") != std::string::npos);
    const std::string text = body_of(reply);
    CHECK(tells(text, R"(throughline_tool_calls_total{tool="note_read",outcome="refused"} 1)"));
    CHECK(tells(text, R"(throughline_tool_calls_total{tool="other",outcome="error"} 1)"));
    CHECK(tells(text, R"(throughline_requests_total{method="other",outcome="error"} 1)"));
    CHECK(tells(text, R"(throughline_refusals_total{status="405"} 1)"));
    CHECK(tells(text, R"(throughline_refusals_total{status="400"} 1)"));
    CHECK(tells(text, "throughline_request_seconds_count 3"));
    CHECK(tells(text, "throughline_commit_queue_depth 0"));
    CHECK(tells(text, "throughline_oldest_reader_commits 0"));
    for (const char* name : {"commits_total", "map_used_bytes", "map_bytes", "readers"})
        CHECK(text.find("\nthroughline_" + std::string(name) + " ") != std::string::npos);
    CHECK(text.find("evil") == std::string::npos);
    CHECK(status_of(pair.ask(fetch("/metrics", "", "evil.example"))) == 403);
}

TEST_CASE("with tokens the figures are for whoever may administer") {
    HttpPair pair;
    const auto token = [&](store::Scope scope) {
        store::TokenGrant grant;
        grant.tenant = "team";
        grant.scopes = {store::Scope::read, scope};
        return "Authorization: Bearer " + pair.store().write([&](store::WriteTxn& txn) {
            return store::add_token(txn, grant);
        }) + "\r\n";
    };
    CHECK(status_of(pair.ask(fetch("/metrics", token(store::Scope::admin)))) == 200);
    CHECK(status_of(pair.ask(fetch("/metrics", token(store::Scope::write)))) == 403);
    CHECK(status_of(pair.ask(fetch("/metrics"))) == 401);
    CHECK(status_of(pair.ask(fetch("/livez"))) == 200);
}

TEST_CASE("every answer has an id, the caller's own trace where he sends one") {
    HttpPair pair;
    const auto id_of = [](const std::string& reply) {
        const auto at = reply.find("X-Request-Id: ");
        return at == std::string::npos ? "" : reply.substr(at + 14, 32);
    };
    const std::string first = id_of(pair.ask(call_note("x")));
    CHECK(first.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(first.size() == 32);
    CHECK(id_of(pair.ask(call_note("x"))) != first);
    const std::string trace(32, 'c');
    const auto traced = [&](const std::string& parent) {
        return id_of(pair.ask(post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})",
                                   "traceparent: " + parent + "\r\n")));
    };
    CHECK(traced("00-" + trace + "-00f067aa0ba902b7-01") == trace);
    CHECK(traced("00-" + std::string(32, '0') + "-00f067aa0ba902b7-01") != std::string(32, '0'));
    CHECK(traced("00-" + std::string(32, '"') + "-00f067aa0ba902b7-01") != std::string(32, '"'));
}
