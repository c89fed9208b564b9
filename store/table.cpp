#include "store/table.hpp"

#include "store/error.hpp"
#include "store/hex.hpp"

#include <xxhash.h>

namespace store {
namespace {

constexpr std::size_t key_head = 9;  ///< tenant, space, table
constexpr std::size_t checksum_size = 8;
constexpr std::size_t shown_key_bytes = 48;

std::uint64_t checksum(std::string_view key, std::string_view value) {
    return XXH3_64bits_withSeed(value.data(), value.size(), XXH3_64bits(key.data(), key.size()));
}

}  // namespace

Key::Key(Space space, Table table) {
    bytes_.u32(space.tenant).u32(space.number).u8(static_cast<std::uint8_t>(table));
}

Key& Key::checked() {
    if (bytes_.str().size() > max_key_size)
        throw Error(Code::limit, "a key takes up to 511 bytes: shorten the id or name in it");
    return *this;
}

Key& Key::u8(std::uint8_t part) {
    bytes_.u8(part);
    return checked();
}

Key& Key::u32(std::uint32_t part) {
    bytes_.u32(part);
    return checked();
}

Key& Key::u64(std::uint64_t part) {
    bytes_.u64(part);
    return checked();
}

Key& Key::text(std::string_view part) {
    bytes_.text(part);
    return checked();
}

Key& Key::tail(std::string_view part) {
    bytes_.raw(part);
    return checked();
}

Reader parts(std::string_view key) {
    Reader reader(key);
    reader.raw(key_head);
    return reader;
}

std::string seal(std::string_view key, std::uint8_t version, std::string_view payload) {
    Writer record;
    record.u8(version).raw(payload);
    return record.u64(checksum(key, record.str())).take();
}

std::string_view unseal(std::string_view key, std::string_view record, Table table,
                        std::uint8_t version) {
    if (record.size() < 1 + checksum_size) throw_corrupt(table, key, "it is too short");
    const std::string_view value = record.substr(0, record.size() - checksum_size);
    if (Reader(record.substr(value.size())).u64() != checksum(key, value))
        throw_corrupt(table, key, "its checksum does not match");
    if (static_cast<std::uint8_t>(value.front()) != version)
        throw_corrupt(table, key, "its version is not one this program knows");
    return value.substr(1);
}

void throw_corrupt(Table table, std::string_view key, std::string_view what) {
    const std::string shown =
        to_hex(key.substr(0, shown_key_bytes)) + (key.size() > shown_key_bytes ? "..." : "");
    const std::string record = "record " + shown + " of table " + std::string(name(table));
    throw Error(Code::corrupt,
                "the store is damaged: " + record + ": " + std::string(what) +
                    "; restore a backup, or export what still reads",
                {{"", "damaged_record", record, "", std::nullopt}});
}

}  // namespace store
