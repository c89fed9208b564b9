#include "store/bytes.hpp"

#include "store/error.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>
#include <string>

using store::Reader;
using store::Writer;

TEST_CASE("what a Writer writes a Reader reads") {
    CHECK(rc::check([](std::uint8_t a, std::uint16_t b, std::uint32_t c, std::uint64_t d,
                       std::uint64_t e, const std::string& text, const std::string& rest) {
        const std::string bytes =
            Writer().u8(a).u16(b).u32(c).u64(d).varint(e).text(text).raw(rest).take();
        Reader reader(bytes);
        RC_ASSERT(reader.u8() == a);
        RC_ASSERT(reader.u16() == b);
        RC_ASSERT(reader.u32() == c);
        RC_ASSERT(reader.u64() == d);
        RC_ASSERT(reader.varint() == e);
        RC_ASSERT(reader.text() == text);
        RC_ASSERT(reader.rest() == rest);
        RC_ASSERT(reader.done());
    }));
}

TEST_CASE("big-endian numbers sort as numbers") {
    CHECK(rc::check([](std::uint64_t a, std::uint64_t b) {
        RC_ASSERT((Writer().u64(a).take() < Writer().u64(b).take()) == (a < b));
    }));
}

TEST_CASE("varint edges") {
    const std::uint64_t number =
        GENERATE(0U, 127U, 128U, 16383U, 16384U, ~std::uint64_t{0} >> 1, ~std::uint64_t{0});
    CHECK(Reader(Writer().varint(number).take()).varint() == number);
}

TEST_CASE("bytes that end too early are corrupt, never read past") {
    const std::string whole = Writer().u8(1).u64(2).text("twelve bytes").take();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto read = [part = whole.substr(0, size)] {
            Reader reader(part);
            reader.u8();
            reader.u64();
            return std::string(reader.text());
        };
        try {
            read();
            FAIL("read " << size << " bytes as if they were all");
        } catch (const store::Error& error) {
            CHECK(error.code == store::Code::corrupt);
        }
    }
}

TEST_CASE("a number of more than 64 bits is corrupt") {
    CHECK_THROWS_AS(Reader(std::string(9, '\xff') + '\x02').varint(), store::Error);
    CHECK_THROWS_AS(Reader(std::string(11, '\x80')).varint(), store::Error);
}

TEST_CASE("a text longer than what follows is corrupt") {
    CHECK_THROWS_AS(Reader(Writer().varint(~std::uint64_t{0}).raw("abc").take()).text(),
                    store::Error);
}
