#include "store/hex.hpp"

#include "tests/support/catch.hpp"

TEST_CASE("bytes become hex digits and come back") {
    const std::string bytes("\x00\x7f\x80\xff", 4);
    CHECK(store::to_hex(bytes) == "007f80ff");
    CHECK(store::from_hex("007f80ff") == bytes);
    CHECK(store::from_hex("007F80FF") == bytes);
    CHECK(store::to_hex("").empty());
    CHECK(store::from_hex("") == "");
}

TEST_CASE("what is not pairs of hex digits stands for no bytes") {
    const auto* text = GENERATE("0", "00f", "0g", "0 0", "0x00", " 00", "00\n");
    CHECK(store::from_hex(text) == std::nullopt);
}
