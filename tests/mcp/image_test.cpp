#include "tests/mcp/dialogue.hpp"
#include "tests/support/catch.hpp"

#include <string>

using tests::Json;

namespace {

struct PictureArgs {
    std::string bytes;

    static constexpr auto fields() {
        return std::tuple{tools::field("bytes", &PictureArgs::bytes, "what it holds")};
    }
};

struct PictureReply {
    std::string bytes;

    static constexpr auto fields() {
        return std::tuple{tools::field("bytes", &PictureReply::bytes, "what it holds")};
    }

    [[nodiscard]] std::string text_block() const { return "a picture"; }

    [[nodiscard]] std::optional<tools::Image> picture() const {
        if (bytes.empty()) return std::nullopt;
        return tools::Image{"image/png", bytes};
    }
};

PictureReply draw(const store::ReadTxn& /*txn*/, const tools::Call& /*call*/,
                  const PictureArgs& args) {
    return {args.bytes};
}

Json content(const std::string& bytes) {
    tools::Catalog catalog;
    catalog.tools = {tools::reads<draw>({"draw", "Draw", "Draws."})};
    tests::Dialogue talk(std::move(catalog));
    return talk.request("tools/call", {{"name", "draw"}, {"arguments", {{"bytes", bytes}}}})
        .at("result")
        .at("content");
}

}  // namespace

TEST_CASE("a picture comes as image content behind the text") {
    using Row = std::pair<std::string, std::string>;
    const auto [bytes, data] = GENERATE(Row{"f", "Zg=="}, Row{"fo", "Zm8="}, Row{"foo", "Zm9v"},
                                        Row{"foob", "Zm9vYg=="}, Row{"fooba", "Zm9vYmE="},
                                        Row{"foobar", "Zm9vYmFy"}, Row{"\u00FF\u00BF", "w7/Cvw=="});
    const Json blocks = content(bytes);
    REQUIRE(blocks.size() == 2);
    CHECK(blocks[0] == Json{{"type", "text"}, {"text", "a picture"}});
    CHECK(blocks[1] == Json{{"type", "image"}, {"mimeType", "image/png"}, {"data", data}});
    CHECK(content("").size() == 1);
}
