#include "tools/memory/links.hpp"

#include "store/table.hpp"
#include "tools/digest.hpp"
#include "tools/memory/normal.hpp"

#include <string>
#include <utility>

namespace tools::memory {
namespace {

store::Key link_key(store::Space space, Role role, std::uint64_t digest) {
    store::Key key(space, store::Table::memory_link);
    key.u8(static_cast<std::uint8_t>(role)).u64(digest);
    return key;
}

/// The keys of a fact, one for each part it has.
std::vector<store::Key> link_keys(store::Space space, const Fact& fact, std::string_view source) {
    std::vector<std::pair<Role, std::uint64_t>> parts{
        {Role::subject, name_digest(fact.subject)},
        {Role::object, name_digest(fact.object)},
        {Role::predicate, predicate_digest(fact.predicate)},
        {Role::predicate_object, pair_digest(fact.predicate, fact.object)},
        {Role::predicate_subject, pair_digest(fact.predicate, fact.subject)}};
    if (fact.pattern) parts.emplace_back(Role::pattern, predicate_digest(fact.predicate));
    if (fact.alias) parts.emplace_back(Role::alias_pattern, alias_pattern_digest);
    if (!source.empty()) parts.emplace_back(Role::source, source_digest(source));
    std::vector<store::Key> out;
    for (const auto& [role, digest] : parts)
        out.push_back(link_key(space, role, digest).u64(fact.number));
    return out;
}

}  // namespace

std::uint64_t name_digest(std::string_view name) {
    return short_digest(normal_name(name));
}

std::uint64_t predicate_digest(std::string_view label) {
    return short_digest(label);
}

std::uint64_t source_digest(std::string_view source) {
    return short_digest(source);
}

std::uint64_t pair_digest(std::string_view label, std::string_view name) {
    return short_digest(std::string(label) + '\0' + normal_name(name));
}

void link(store::WriteTxn& txn, store::Space space, const Fact& fact, std::string_view source) {
    for (const store::Key& key : link_keys(space, fact, source))
        txn.put(key.str(), store::seal(key.str(), 1, {}));
}

void unlink(store::WriteTxn& txn, store::Space space, const Fact& fact, std::string_view source) {
    for (const store::Key& key : link_keys(space, fact, source))
        txn.erase(key.str());
}

std::vector<std::uint64_t> linked(const store::ReadTxn& txn, store::Space space, Role role,
                                  std::uint64_t digest, std::size_t most) {
    std::vector<std::uint64_t> out;
    txn.scan(link_key(space, role, digest).range(), {.limit = most, .reverse = true},
             [&](std::string_view key, std::string_view /*mark*/) {
                 store::Reader parts = store::parts(key);
                 parts.raw(9);
                 out.push_back(parts.u64());
                 return true;
             });
    return out;
}

}  // namespace tools::memory
