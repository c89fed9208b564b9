#include "mcp/era.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <tuple>

using mcp::Era;
using mcp::Json;

namespace {

mcp::Message message(const std::string& method, const std::string& meta) {
    return mcp::read_messages(R"({"jsonrpc":"2.0","id":1,"method":")" + method +
                              R"(","params":{"_meta":)" + meta + "}}")
        .messages.front();
}

const std::string whole = R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                          R"("io.modelcontextprotocol/clientCapabilities":{}})";
const std::string no_capabilities = R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";
const std::string no_version = R"({"io.modelcontextprotocol/clientCapabilities":{}})";
const std::string future = R"({"io.modelcontextprotocol/protocolVersion":"2099-01-01",)"
                           R"("io.modelcontextprotocol/clientCapabilities":{}})";

}  // namespace

TEST_CASE("each message says by itself which era it speaks") {
    using Row = std::tuple<std::string, std::string, Era>;
    const auto [method, meta, era] = GENERATE(
        Row{"tools/list", "{}", Era::legacy},
        Row{"tools/list", R"({"progressToken":0})", Era::legacy},
        Row{"tools/list", whole, Era::modern}, Row{"tools/list", no_capabilities, Era::modern},
        Row{"tools/list", no_version, Era::modern}, Row{"tools/list", future, Era::modern},
        Row{"initialize", "{}", Era::legacy}, Row{"initialize", no_capabilities, Era::legacy},
        Row{"initialize", future, Era::legacy}, Row{"initialize", whole, Era::modern});
    CAPTURE(method, meta);
    CHECK(mcp::era_of(message(method, meta)) == era);
}

TEST_CASE("an envelope is refused with the key it lacks") {
    CHECK_FALSE(mcp::envelope_fault(message("tools/list", whole)));
    const auto capabilities = mcp::envelope_fault(message("tools/list", no_capabilities));
    REQUIRE(capabilities);
    CHECK(capabilities->code == mcp::code::invalid_params);
    CHECK(capabilities->message.find(mcp::capabilities_key) != std::string::npos);
    const auto named = mcp::envelope_fault(message("tools/list", no_version));
    REQUIRE(named);
    CHECK(named->message.find(mcp::version_key) != std::string::npos);
}

TEST_CASE("P18 a probe needs no capabilities to be answered") {
    CHECK_FALSE(mcp::envelope_fault(message("server/discover", no_capabilities)));
}

TEST_CASE("a version that is not spoken is named with those that are") {
    const auto fault = mcp::envelope_fault(message("tools/list", future));
    REQUIRE(fault);
    CHECK(fault->code == mcp::code::unsupported_version);
    CHECK(fault->data["requested"] == "2099-01-01");
    CHECK(fault->data["supported"] == Json::array({"2026-07-28"}));
}

TEST_CASE("P17 the handshake answers a version that is spoken") {
    using Row = std::tuple<Json, std::string>;
    const auto [asked, answered] =
        GENERATE(Row{"2025-11-25", "2025-11-25"}, Row{"2025-06-18", "2025-06-18"},
                 Row{"2025-03-26", "2025-03-26"}, Row{"2024-11-05", "2024-11-05"},
                 Row{"2099-01-01", "2025-11-25"}, Row{"not-a-version", "2025-11-25"},
                 Row{"2026-07-28", "2025-11-25"}, Row{7, "2025-11-25"}, Row{nullptr, "2025-11-25"});
    CHECK(mcp::negotiated(asked) == answered);
}

TEST_CASE("only the modern era sees resultType, caching and who answered") {
    const mcp::Result result{"\"x\":1", mcp::Caching{5, "private"}};
    CHECK(mcp::result_text(Era::legacy, result) == R"({"x":1})");
    const Json modern = Json::parse(mcp::result_text(Era::modern, result));
    CHECK(modern["resultType"] == "complete");
    CHECK(modern["ttlMs"] == 5);
    CHECK(modern["cacheScope"] == "private");
    CHECK(modern["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "throughline");
}
