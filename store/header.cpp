#include "store/header.hpp"

#include "store/error.hpp"
#include "store/table.hpp"

namespace store {
namespace {

constexpr std::uint8_t header_version = 1;

}  // namespace

const std::string& header_key() {
    static const std::string key = Key({}, Table::header).str();
    return key;
}

std::string header_record(const Header& header) {
    Writer payload;
    payload.u32(header.schema).u32(header.lock_format).u8(header.moved ? 1 : 0);
    return seal(header_key(), header_version, payload.str());
}

Header checked_header(std::optional<std::string_view> record, std::uint32_t lock_format) {
    if (!record) throw_corrupt(Table::header, header_key(), "it is missing");
    Reader payload(unseal(header_key(), *record, Table::header, header_version));
    Header header;
    header.schema = payload.u32();
    header.lock_format = payload.u32();
    header.moved = payload.u8() != 0;
    if (header.schema > current_schema)
        throw Error(Code::unavailable,
                    "this program is older than the store: it reads schema " +
                        std::to_string(current_schema) + ", the store has schema " +
                        std::to_string(header.schema) + "; start a newer version of the program",
                    {{"", "newer_schema", "install the version that last wrote to this store", "",
                      std::nullopt}});
    if (header.lock_format != lock_format)
        throw Error(Code::unavailable,
                    "another build of the program made this store, with locks that differ from "
                    "ours: use one build for all processes",
                    {{"", "lock_format", "use the build that made the store", "", std::nullopt}});
    return header;
}

}  // namespace store
