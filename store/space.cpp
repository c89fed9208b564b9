#include "store/space.hpp"

#include "store/error.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <sodium/crypto_generichash.h>

namespace store {

void encode(const SpaceEntry& entry, Writer& out) {
    out.u8(static_cast<std::uint8_t>(entry.kind)).raw(entry.name);
}

void decode(Reader& in, SpaceEntry& entry) {
    entry.kind = SpaceKind{in.u8()};
    entry.name = in.rest();
}

namespace {

constexpr std::size_t max_name_points = 200;
constexpr std::size_t plain_name_bytes = 400;  ///< a name up to this long is its own key part
constexpr std::size_t kept_name_bytes = 384;   ///< of a longer one, before its hash
constexpr std::size_t hash_bytes = 32;
static_assert(kept_name_bytes + hash_bytes > plain_name_bytes, "no long name's part is a name");

/// What the directory keeps under a name.
struct Named {
    std::uint32_t number = 0;
    std::string name;
};

void encode(const Named& named, Writer& out) {
    out.u32(named.number).raw(named.name);
}

void decode(Reader& in, Named& named) {
    named.number = in.u32();
    named.name = in.rest();
}

constexpr Records<Named> tenants{Table::tenant};
constexpr Records<Named> space_names{Table::space_name};
constexpr Records<SpaceEntry> spaces{Table::space};

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

void check_name(std::string_view name) {
    if (name.empty()) throw Error(Code::invalid, "a name takes 1 to 200 characters, this is empty");
    const std::size_t points = code_points(name);
    if (points > max_name_points || name.size() > 4 * max_name_points)
        throw Error(Code::invalid, "a name takes 1 to 200 characters, this one has " +
                                       std::to_string(points) + ": shorten it");
}

/// The key part of a name: itself, or the start of a long one and the hash of all.
std::string name_part(std::string_view name) {
    if (name.size() <= plain_name_bytes) return std::string(name);
    std::array<unsigned char, hash_bytes> hash{};
    crypto_generichash(hash.data(), hash.size(),
                       reinterpret_cast<const unsigned char*>(name.data()), name.size(), nullptr,
                       0);
    std::string part(name.substr(0, kept_name_bytes));
    part.append(hash.begin(), hash.end());
    return part;
}

Key tenant_key(std::string_view tenant) {
    return Key({}, Table::tenant).tail(name_part(tenant));
}

Key names_of_kind(std::uint32_t tenant, SpaceKind kind) {
    return Key({tenant, 0}, Table::space_name).u8(static_cast<std::uint8_t>(kind));
}

Key name_key(std::uint32_t tenant, SpaceKind kind, std::string_view name) {
    return names_of_kind(tenant, kind).tail(name_part(name));
}

Key entry_key(Space space) {
    return Key({space.tenant, 0}, Table::space).u32(space.number);
}

/// The number after the greatest one that ends a key of the range.
std::uint32_t next_number(const ReadTxn& txn, const Range& range) {
    std::uint32_t last = 0;
    txn.scan(range, {.limit = 1, .reverse = true}, [&](std::string_view key, std::string_view) {
        last = parts(key).u32();
        return true;
    });
    return last + 1;
}

/// True when text fits a pattern in which * stands for any characters.
bool fits(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    std::size_t star = std::string_view::npos;
    std::size_t from = 0;  // where the part that the last star took ends
    for (std::size_t i = 0; i < text.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            from = i;
        } else if (at < pattern.size() && pattern[at] == text[i]) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::string joined(const std::vector<std::string>& patterns) {
    std::string out;
    for (const auto& pattern : patterns)
        out += (out.empty() ? "" : ", ") + pattern;
    return out;
}

}  // namespace

std::optional<std::uint32_t> find_tenant(const ReadTxn& txn, std::string_view tenant) {
    const auto found = tenants.find(txn, tenant_key(tenant));
    if (!found) return std::nullopt;
    return found->number;
}

// Tenant 0 keeps the counter of tenants where a tenant keeps that of its spaces.
std::uint32_t make_tenant(WriteTxn& txn, std::string_view tenant) {
    if (const auto found = find_tenant(txn, tenant)) return *found;
    check_name(tenant);
    const std::uint32_t number = next_number(txn, Key({}, Table::space).range());
    tenants.put(txn, tenant_key(tenant), {number, std::string(tenant)});
    spaces.put(txn, entry_key({0, number}), {SpaceKind::map, std::string(tenant)});
    return number;
}

bool Reach::holds(SpaceKind kind, std::string_view space) const {
    if (only.empty()) return true;
    const std::string full =
        std::string(names(kind).at(static_cast<std::size_t>(kind) - 1)) + ":" + std::string(space);
    return std::any_of(only.begin(), only.end(),
                       [&](const std::string& pattern) { return fits(full, pattern); });
}

std::optional<Space> find_space(const ReadTxn& txn, const Reach& reach, SpaceKind kind,
                                std::string_view name) {
    if (!reach.holds(kind, name)) return std::nullopt;
    const auto number = find_tenant(txn, reach.name);
    if (!number) return std::nullopt;
    const auto found = space_names.find(txn, name_key(*number, kind, name));
    if (!found) return std::nullopt;
    return Space{*number, found->number};
}

Space make_space(WriteTxn& txn, const Reach& reach, SpaceKind kind, std::string_view name) {
    check_name(name);
    if (!reach.holds(kind, name))
        throw Error(Code::denied,
                    "this token may not write here: it reaches " + joined(reach.only));
    if (const auto found = find_space(txn, reach, kind, name)) return *found;
    const std::uint32_t owner = make_tenant(txn, reach.name);
    const Space space{owner, next_number(txn, Key({owner, 0}, Table::space).range())};
    if (reach.most_spaces != 0 && space.number > reach.most_spaces)
        throw Error(Code::limit, "this tenant has made the " + std::to_string(reach.most_spaces) +
                                     " maps and dataspaces it may: work on one of them");
    space_names.put(txn, name_key(owner, kind, name), {space.number, std::string(name)});
    spaces.put(txn, entry_key(space), {kind, std::string(name)});
    return space;
}

std::optional<SpaceEntry> find_entry(const ReadTxn& txn, Space space) {
    return spaces.find(txn, entry_key(space));
}

std::vector<NamedSpace> list_spaces(const ReadTxn& txn, const Reach& reach, SpaceKind kind,
                                    std::string_view after_name, std::size_t limit) {
    std::vector<NamedSpace> found;
    const auto number = find_tenant(txn, reach.name);
    if (!number) return found;
    Range range = names_of_kind(*number, kind).range();
    if (!after_name.empty()) range.low = name_key(*number, kind, after_name).str() + '\0';
    const Scan how{.limit = reach.only.empty() ? limit : Scan{}.limit};
    space_names.scan(txn, range, how, [&](std::string_view, Named named) {
        if (!reach.holds(kind, named.name)) return true;
        found.push_back({{*number, named.number}, std::move(named.name)});
        return found.size() < limit;
    });
    return found;
}

}  // namespace store
