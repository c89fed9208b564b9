#include "store/table.hpp"

#include "store/error.hpp"
#include "store/hex.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>
#include <string>

using store::Key;
using store::Table;

TEST_CASE("a sealed record opens under its own key only") {
    CHECK(rc::check([](const std::string& key, const std::string& payload) {
        const std::string record = store::seal(key, 3, payload);
        RC_ASSERT(store::unseal(key, record, Table::content, 3) == payload);
        RC_ASSERT_THROWS_AS(store::unseal(key + "x", record, Table::content, 3), store::Error);
        RC_ASSERT_THROWS_AS(store::unseal(key, record, Table::content, 4), store::Error);
    }));
}

TEST_CASE("any flipped bit of a record is found") {
    CHECK(rc::check([](const std::string& payload) {
        std::string record = store::seal("key", 1, payload);
        const auto place = *rc::gen::inRange<std::size_t>(0, record.size());
        record[place] = static_cast<char>(record[place] ^ (1 << *rc::gen::inRange(0, 8)));
        RC_ASSERT_THROWS_AS(store::unseal("key", record, Table::content, 1), store::Error);
        record.resize(place);
        RC_ASSERT_THROWS_AS(store::unseal("key", record, Table::content, 1), store::Error);
    }));
}

TEST_CASE("a long record keeps its checksum") {
    std::string payload;
    for (int i = 0; i < 1'000; ++i)
        payload += static_cast<char>('a' + i % 26);
    const std::string record = store::seal("key", 1, payload);
    CHECK(store::to_hex(record.substr(record.size() - 8)) == "c3199c9e0f615f86");
}

TEST_CASE("keys of a space and a table stand together") {
    const Key node = Key({1, 2}, Table::map_node).text("G1");
    const Key edge = Key({1, 2}, Table::map_node).text("G1").u8(1).text("T9");
    const Key other = Key({1, 2}, Table::map_node).text("G10");
    const auto holds = [&](const std::string& key) {
        return key >= node.range().low && key < node.range().high;
    };
    CHECK(holds(node.str()));
    CHECK(holds(edge.str()));
    CHECK_FALSE(holds(other.str()));
    CHECK_FALSE(holds(Key({1, 3}, Table::map_node).text("G1").str()));
}

TEST_CASE("the parts of a key are read back") {
    const std::string key =
        Key({1, 2}, Table::map_node).text("a\0b").u8(7).u32(8).u64(9).tail("rest").str();
    store::Reader reader = store::parts(key);
    CHECK(reader.text() == "a");
    CHECK(reader.u8() == 7);
    CHECK(reader.u32() == 8);
    CHECK(reader.u64() == 9);
    CHECK(reader.rest() == "rest");
}

TEST_CASE("a key longer than 511 bytes is refused") {
    CHECK(Key({1, 2}, Table::map_node).tail(std::string(502, 'k')).str().size() == 511);
    CHECK_THROWS_AS(Key({1, 2}, Table::map_node).tail(std::string(503, 'k')), store::Error);
}
