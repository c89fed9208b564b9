#pragma once

#include "store/bytes.hpp"
#include "store/txn.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace store {

/// What a space holds; the numbers are stored.
enum class SpaceKind : std::uint8_t { map = 1, dataspace, thread, corpus };

/// The words of the kinds, starting with SpaceKind::map.
constexpr auto names(SpaceKind) {
    return std::array{"map", "dataspace", "thread", "corpus"};
}

/// The numbers a space goes by in keys. Tenants are walls: nothing of one is ever
/// reached through another.
struct Space {
    std::uint32_t tenant = 0;
    std::uint32_t number = 0;

    auto operator<=>(const Space&) const = default;
};

/// A tenant, and which of its spaces may be reached. What lies outside is as if it were
/// not there.
struct Reach {
    std::string name;                    ///< of the tenant
    std::vector<std::string> only = {};  ///< such as `map:team-*` or `dataspace:a`; none: all
    std::uint32_t most_spaces = 0;       ///< that the tenant may ever make; 0: any number

    // A tenant's name alone reaches all of it.
    Reach(const char* tenant) : name(tenant) {}  // NOLINT

    Reach(std::string tenant) : name(std::move(tenant)) {}  // NOLINT

    Reach(std::string tenant, std::vector<std::string> patterns)
        : name(std::move(tenant)), only(std::move(patterns)) {}

    [[nodiscard]] bool holds(SpaceKind kind, std::string_view space) const;
};

struct NamedSpace {
    Space space;
    std::string name;
};

/// What the directory knows of a space's number.
struct SpaceEntry {
    SpaceKind kind = SpaceKind::map;
    std::string name;
};

void encode(const SpaceEntry& entry, Writer& out);
void decode(Reader& in, SpaceEntry& entry);

std::optional<std::uint32_t> find_tenant(const ReadTxn& txn, std::string_view tenant);

/// Finds or creates. Throws invalid for a name that none can have.
std::uint32_t make_tenant(WriteTxn& txn, std::string_view tenant);

std::optional<Space> find_space(const ReadTxn& txn, const Reach& reach, SpaceKind kind,
                                std::string_view name);

/// Finds or creates. Throws invalid for an empty name or one above 200 code points,
/// denied for a space out of reach, be there one or not, and limit once the tenant has
/// made all the spaces it may.
Space make_space(WriteTxn& txn, const Reach& reach, SpaceKind kind, std::string_view name);

/// Kind and name of a space, as a change log names it by number.
std::optional<SpaceEntry> find_entry(const ReadTxn& txn, Space space);

/// The spaces of a kind after a name ("" starts), by name as bytes; names above 400
/// bytes sort by their first 384. The cost grows with the limit only.
std::vector<NamedSpace> list_spaces(const ReadTxn& txn, const Reach& reach, SpaceKind kind,
                                    std::string_view after_name, std::size_t limit);

}  // namespace store
