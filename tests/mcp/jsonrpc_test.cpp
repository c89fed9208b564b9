#include "mcp/jsonrpc.hpp"

#include "store/error.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <tuple>

using mcp::Kind;
using mcp::Message;

namespace {

Message only(const std::string& line) {
    const auto incoming = mcp::read_messages(line);
    REQUIRE(incoming.messages.size() == 1);
    return incoming.messages.front();
}

}  // namespace

TEST_CASE("a line is taken for what it is") {
    using Row = std::tuple<std::string, Kind>;
    const auto [line, kind] = GENERATE(
        Row{R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Kind::request},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})", Kind::request},
        Row{R"({"jsonrpc":"2.0","method":"ping"})", Kind::notification},
        Row{R"({"jsonrpc":"2.0","method":"ping","params":[1]})", Kind::notification},
        Row{R"({"jsonrpc":"2.0","id":1,"result":{}})", Kind::response},
        Row{R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}})", Kind::response},
        Row{R"({"jsonrpc":"2.0","id":1})", Kind::fault}, Row{"{}", Kind::fault},
        Row{"5", Kind::fault}, Row{"null", Kind::fault}, Row{"\"ping\"", Kind::fault},
        Row{"[]", Kind::fault}, Row{R"({"jsonrpc":"1.0","id":1,"method":"ping"})", Kind::fault},
        Row{R"({"id":1,"method":"ping"})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":1,"method":5})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":null,"method":"ping"})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":true,"method":"ping"})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":{},"method":"ping"})", Kind::fault},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})", Kind::fault});
    CAPTURE(line);
    const Message message = only(line);
    CHECK(message.kind == kind);
    if (kind == Kind::fault) CHECK(message.fault.code == mcp::code::invalid_request);
}

TEST_CASE("P09 an id goes back untouched") {
    const std::string id =
        GENERATE(R"("12")", R"("")", "0", "-1", "9007199254740993", "9223372036854775807",
                 "-9223372036854775808", "18446744073709551615", "\"é漢🚀\"", R"("a\"b\\c\n")");
    CAPTURE(id);
    CHECK(only(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})").id == id);
}

TEST_CASE("a usable id is named even in the error") {
    CHECK(only(R"({"jsonrpc":"2.0","id":7})").id == "7");
    CHECK(only(R"({"jsonrpc":"1.0","id":"x","method":"ping"})").id == "\"x\"");
    CHECK(mcp::error_line(only("{}"), {-32600, "no", nullptr}) ==
          R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}})");
}

TEST_CASE("an error to a modern message without id leaves the id out") {
    const Message message =
        only(R"({"jsonrpc":"2.0","id":null,"method":"tools/list","params":{"_meta":)"
             R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
    CHECK(mcp::error_line(message, message.fault).find("\"id\"") == std::string::npos);
}

TEST_CASE("what is no JSON is refused without its bytes") {
    const std::string head = R"({"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":)";
    const std::string value = GENERATE(
        "\"a\xFF\"", "\"a\xE2\x82\"", "\"a\xC0\xAF\"", "\"a\xED\xA0\x80\"", R"("\ud800")", "NaN",
        "1e400", "-Infinity", "01", "1.", "'x'", "{\"a\":1,\"a\":2}", "[1,]", "\"tab\there\"");
    CAPTURE(value);
    try {
        mcp::read_messages(head + value + "}}");
        FAIL("taken for JSON");
    } catch (const store::Error& error) {
        CHECK(error.code == store::Code::invalid);
        for (const char c : std::string(error.what()))
            CHECK(static_cast<unsigned char>(c) < 0x80);
    }
}

TEST_CASE("a NUL byte is refused wherever it stands") {
    const std::string ping = R"({"jsonrpc":"2.0","id":3,"method":"ping"})";
    CHECK_THROWS_AS(mcp::read_messages(ping + std::string(1, '\0')), store::Error);
    CHECK_THROWS_AS(mcp::read_messages(ping + std::string("\0junk", 5)), store::Error);
    CHECK_THROWS_AS(mcp::read_messages(std::string(1, '\0') + ping), store::Error);
}

TEST_CASE("J02 depth is bounded while reading") {
    const std::string open = GENERATE("[", "{\"a\":");
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += open;
    CHECK_THROWS_AS(
        mcp::read_messages(R"({"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":)" + deep),
        store::Error);
}

TEST_CASE("a batch is read whole or refused whole") {
    const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    const auto two = mcp::read_messages("[" + ping + "," + ping + ",5]");
    CHECK(two.batch);
    REQUIRE(two.messages.size() == 3);
    CHECK(two.messages[2].kind == Kind::fault);
    std::string many = "[" + ping;
    for (std::size_t i = 0; i < mcp::max_batch; ++i)
        many += "," + ping;
    const auto refused = mcp::read_messages(many + "]");
    CHECK_FALSE(refused.batch);
    CHECK(refused.messages.front().fault.code == mcp::code::invalid_request);
}

TEST_CASE("text becomes a JSON string that reads back") {
    const std::string text = GENERATE(
        as<std::string>{}, "", "plain", "a\"b\\c/d", "line\nfeed\r\ttab", std::string("nul\0!", 5),
        "naïve — 漢字 한글 🚀 e\xCC\x81", "\x7F\x01", "ends in quote\"");
    CAPTURE(text);
    CHECK(mcp::Json::parse(mcp::json_string(text)) == text);
}

TEST_CASE("bytes that are no UTF-8 never leave the program") {
    const std::string bytes = GENERATE("\xFF", "a\xE2\x82", "\xC0\xAF", "\xED\xA0\x80",
                                       "\xF5\x80\x80\x80", "\xE2\x28\xA1");
    const std::string out = mcp::json_string(bytes);
    CHECK(out.find("\xEF\xBF\xBD") != std::string::npos);
    CHECK(mcp::Json::accept(out));
}

TEST_CASE("values are written as the library writes them") {
    const mcp::Json value = {{"b", {1, -2, 18446744073709551615ULL, 1.5, true, nullptr}},
                             {"a", {{"x", "é\n"}}},
                             {"empty", mcp::Json::array()}};
    CHECK(mcp::json_text(value) == value.dump());
}
