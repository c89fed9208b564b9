#include "mcp/http_request.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <utility>

using mcp::Arrival;
using mcp::RequestReader;

namespace {

constexpr std::size_t most = 1000;

/// The status a request is refused with, 0 when it comes whole, -1 when it waits for more.
int refusal_of(const std::string& bytes) {
    RequestReader reader(most);
    reader.feed(bytes);
    for (;;)
        switch (reader.advance()) {
            case Arrival::whole:
                return 0;
            case Arrival::faulty:
                return reader.refusal().status;
            case Arrival::partial:
                return -1;
            default:
                break;
        }
}

std::string with(const std::string& headers, const std::string& body = "") {
    return "POST /mcp HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}

}  // namespace

TEST_CASE("a request is the same however it is cut") {
    const std::string bytes =
        with("Content-Length: 5\r\n", "hello") +
        with("Transfer-Encoding: chunked\r\n", "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    const std::size_t step = GENERATE(1, 2, 3, 7, 64, 1000);
    RequestReader reader(most);
    std::string bodies;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        reader.feed(bytes.substr(at, step));
        for (Arrival state = reader.advance(); state != Arrival::partial;
             state = reader.advance()) {
            REQUIRE(state != Arrival::faulty);
            if (state != Arrival::whole) continue;
            bodies += std::string(reader.body()) + "|";
            reader.next();
        }
    }
    CHECK(bodies == "hello|abcde|");
    CHECK(reader.idle());
}

TEST_CASE("a head whose framing is in doubt is refused") {
    const auto [headers, status] = GENERATE(table<std::string, int>({
        {"Content-Length: 5\r\nContent-Length: 5\r\n", 400},
        {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Transfer-Encoding: gzip, chunked\r\n", 400},
        {"Transfer-Encoding: identity\r\n", 400},
        {"Content-Length: -1\r\n", 400},
        {"Content-Length: +5\r\n", 400},
        {"Content-Length: 5 5\r\n", 400},
        {"Content-Length: 0x5\r\n", 400},
        {"Content-Length: \r\n", 400},
        {"Content-Length: 99999999999999999999999\r\n", 413},
        {"Content-Length: 1001\r\n", 413},
        {"Content-Encoding: gzip\r\n", 415},
        {"Expect: wonders\r\n", 417},
        {"Host: b\r\n", 400},
        {"X-Folded: a\r\n b\r\n", 400},
        {"X Name: a\r\n", 400},
        {"X-Name : a\r\n", 400},
        {": a\r\n", 400},
        {"X-Bell: \x07\r\n", 400},
        {"X-Split: a%0d%0ab\r\n", 400},
        {"X-Nul: %00\r\n", 400},
        {"Mcp-Name: a\r\nMcp-Name: b\r\n", 400},
    }));
    CAPTURE(headers);
    CHECK(refusal_of(with(headers)) == status);
}

TEST_CASE("a request line says what it wants in one way") {
    const auto [line, status] = GENERATE(table<std::string, int>({
        {"POST /mcp HTTP/1.1", 0},
        {"POST /mcp?x=1 HTTP/1.1", 0},
        {"POST /mcp HTTP/2.0", 505},
        {"POST /mcp", 400},
        {"POST  /mcp HTTP/1.1", 400},
        {"POST /a b HTTP/1.1", 400},
        {"POST mcp HTTP/1.1", 400},
        {"POST http://a/mcp HTTP/1.1", 400},
        {"POST /%0d%0a HTTP/1.1", 400},
        {"P(ST /mcp HTTP/1.1", 400},
    }));
    CAPTURE(line);
    CHECK(refusal_of(line + "\r\nHost: a\r\n\r\n") == status);
}

TEST_CASE("lines end with CRLF, and Host is there") {
    CHECK(refusal_of("GET / HTTP/1.1\nHost: a\n\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\n\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.0\r\n\r\n") == 0);
    CHECK(refusal_of("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n") == 0);
}

TEST_CASE("heads and bodies have their budgets") {
    std::string lines;
    for (int i = 0; i < 101; ++i)
        lines += "X-" + std::to_string(i) + ": y\r\n";
    CHECK(refusal_of(with(lines)) == 431);
    CHECK(refusal_of(std::string(40'000, 'x')) == 431);
    CHECK(refusal_of("GET /" + std::string(9'000, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n") == 414);
    CHECK(refusal_of(with("Transfer-Encoding: chunked\r\n", "3e9\r\n")) == 413);
    CHECK(refusal_of(with("Transfer-Encoding: chunked\r\n", "3e8\r\n")) == -1);
    CHECK(refusal_of(with("Transfer-Encoding: chunked\r\n",
                          "258\r\n" + std::string(600, 'x') + "\r\n258\r\n")) == 413);
}

TEST_CASE("chunks are what they say") {
    const auto [chunks, status] = GENERATE(table<std::string, int>({
        {"0\r\n\r\n", 0},
        {"0\r\nX: y\r\n\r\n", 0},
        {"-2\r\n", 400},
        {"\r\n", 400},
        {"g\r\n", 400},
        {"ffffffffffffffffffff\r\n", 400},
        {"2\r\nabc\r\n", 400},
        {"1;" + std::string(300, 'x') + "\r\n", 400},
        {std::string(5'000, '1'), 400},
    }));
    CAPTURE(chunks.substr(0, 20));
    CHECK(refusal_of(with("Transfer-Encoding: chunked\r\n", chunks)) == status);
}
