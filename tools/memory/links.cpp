#include "tools/memory/links.hpp"

#include "store/table.hpp"
#include "tools/digest.hpp"
#include "tools/memory/normal.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::uint8_t link_version = 2;
constexpr auto link_table = store::Table::memory_link;
constexpr std::size_t link_chunk_size = 1'000;  ///< bytes

/// Subjects and objects stand in one list of their name. The numbers are stored.
enum class ListKind : std::uint8_t { name, predicate, source, pattern, alias_pattern };

/// A fact in the list of a part, with how it uses a name: as subject, as object, and six
/// bits of its predicate's digest.
struct Link {
    std::uint64_t fact = 0;
    std::uint8_t use = 0;
};

enum Use : std::uint8_t { as_subject = 1, as_object = 2 };

std::uint8_t predicate_bits(std::string_view label) {
    return static_cast<std::uint8_t>(predicate_digest(label) << 2U);
}

/// One part of a fact: the list it enters and what it leaves there.
struct ListPlace {
    ListKind kind;
    std::uint64_t digest = 0;
    std::uint8_t use = 0;
};

store::Key list_key(store::Space space, ListKind kind, std::uint64_t digest) {
    store::Key key(space, link_table);
    key.u8(static_cast<std::uint8_t>(kind)).u64(digest);
    return key;
}

std::vector<ListPlace> places_of(const Fact& fact, std::string_view source) {
    const std::uint8_t predicate = predicate_bits(fact.predicate);
    const auto subject = static_cast<std::uint8_t>(predicate | Use::as_subject);
    const auto object = static_cast<std::uint8_t>(predicate | Use::as_object);
    std::vector<ListPlace> out{{ListKind::name, name_digest(fact.subject), subject},
                               {ListKind::name, name_digest(fact.object), object},
                               {ListKind::predicate, predicate_digest(fact.predicate), 0}};
    if (out[0].digest == out[1].digest) {
        out[0].use |= Use::as_object;
        out.erase(out.begin() + 1);
    }
    if (fact.pattern) out.push_back({ListKind::pattern, predicate_digest(fact.predicate), 0});
    if (fact.alias) out.push_back({ListKind::alias_pattern, alias_pattern_digest, 0});
    if (!source.empty()) out.push_back({ListKind::source, source_digest(source), 0});
    return out;
}

/// Up to some hundred links of a list, ascending; its key holds the first fact that was
/// entered. In front of them stands the last one, so that more can be added unread.
struct LinkChunk {
    std::string key;
    std::uint64_t first = 0, last = 0;
    std::string links;  ///< the step from the fact before; of names, the use
};

LinkChunk open_chunk(std::string_view key, std::string_view record) {
    store::Reader from(store::unseal(key, record, link_table, link_version));
    store::Reader parts = store::parts(key);
    parts.raw(9);
    LinkChunk out{std::string(key), parts.u64(), from.varint(), {}};
    out.links = from.rest();
    return out;
}

std::vector<Link> links_in(const LinkChunk& chunk, ListKind kind) {
    std::vector<Link> out;
    store::Reader from(chunk.links);
    for (std::uint64_t fact = chunk.first; !from.done();) {
        fact += from.varint();
        out.push_back({fact, kind == ListKind::name ? from.u8() : std::uint8_t{0}});
    }
    return out;
}

void append_link(LinkChunk& chunk, ListKind kind, const Link& link) {
    store::Writer to;
    to.varint(link.fact - (chunk.links.empty() ? chunk.first : chunk.last));
    if (kind == ListKind::name) to.u8(link.use);
    chunk.links += to.str();
    chunk.last = link.fact;
}

void put_chunk(store::WriteTxn& txn, const LinkChunk& chunk) {
    if (chunk.links.empty()) return txn.erase(chunk.key);
    store::Writer to;
    to.varint(chunk.last).raw(chunk.links);
    txn.put(chunk.key, store::seal(chunk.key, link_version, to.str()));
}

/// The last chunk of a list that starts at or before a fact.
std::optional<LinkChunk> chunk_before(const store::ReadTxn& txn, const store::Key& list,
                                      std::uint64_t fact) {
    store::Key end = list;
    const store::Range up_to{list.str(), end.u64(fact).str() + '\0'};
    std::optional<LinkChunk> out;
    txn.scan(up_to, {.limit = 1, .reverse = true},
             [&](std::string_view key, std::string_view record) {
                 out = open_chunk(key, record);
                 return false;
             });
    return out;
}

void enter(store::WriteTxn& txn, store::Space space, const ListPlace& place, std::uint64_t fact) {
    const store::Key list = list_key(space, place.kind, place.digest);
    auto chunk = chunk_before(txn, list, fact);
    if (!chunk || chunk->links.size() >= link_chunk_size) {
        store::Key key = list;
        chunk = LinkChunk{key.u64(fact).str(), fact, fact, {}};
    }
    append_link(*chunk, place.kind, {fact, place.use});
    put_chunk(txn, *chunk);
}

void take_out(store::WriteTxn& txn, store::Space space, const ListPlace& place,
              std::uint64_t fact) {
    auto chunk = chunk_before(txn, list_key(space, place.kind, place.digest), fact);
    if (!chunk) return;
    const auto links = links_in(*chunk, place.kind);
    chunk->links.clear();
    for (const Link& link : links)
        if (link.fact != fact) append_link(*chunk, place.kind, link);
    put_chunk(txn, *chunk);
}

/// The newest facts of a list whose use is accepted.
std::vector<std::uint64_t> newest(const store::ReadTxn& txn, const store::Key& list, ListKind kind,
                                  std::size_t most,
                                  const std::function<bool(std::uint8_t use)>& accepts) {
    std::vector<std::uint64_t> out;
    if (most == 0) return out;
    txn.scan(list.range(), {.reverse = true}, [&](std::string_view key, std::string_view record) {
        const auto links = links_in(open_chunk(key, record), kind);
        for (auto link = links.rbegin(); link != links.rend() && out.size() < most; ++link)
            if (accepts(link->use)) out.push_back(link->fact);
        return out.size() < most;
    });
    return out;
}

ListKind list_of(Role role) {
    switch (role) {
        case Role::predicate:
            return ListKind::predicate;
        case Role::source:
            return ListKind::source;
        case Role::pattern:
            return ListKind::pattern;
        case Role::alias_pattern:
            return ListKind::alias_pattern;
        default:
            return ListKind::name;
    }
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

void link(store::WriteTxn& txn, store::Space space, const Fact& fact, std::string_view source) {
    for (const ListPlace& place : places_of(fact, source))
        enter(txn, space, place, fact.number);
}

void unlink(store::WriteTxn& txn, store::Space space, const Fact& fact, std::string_view source) {
    for (const ListPlace& place : places_of(fact, source))
        take_out(txn, space, place, fact.number);
}

std::vector<std::uint64_t> linked(const store::ReadTxn& txn, store::Space space, Role role,
                                  std::uint64_t digest, std::size_t most) {
    const std::uint8_t use = role == Role::subject  ? Use::as_subject
                             : role == Role::object ? Use::as_object
                                                    : 0;
    const ListKind kind = list_of(role);
    return newest(txn, list_key(space, kind, digest), kind, most,
                  [use](std::uint8_t own) { return (own & use) == use; });
}

std::vector<std::uint64_t> linked_pair(const store::ReadTxn& txn, store::Space space, Role role,
                                       std::string_view name, std::string_view label,
                                       std::size_t most) {
    const std::uint8_t use = role == Role::subject ? Use::as_subject : Use::as_object;
    const std::uint8_t predicate = predicate_bits(label);
    constexpr unsigned predicate_mask = 0xFC;
    return newest(
        txn, list_key(space, ListKind::name, name_digest(name)), ListKind::name, most,
        [=](std::uint8_t own) { return (own & use) != 0 && (own & predicate_mask) == predicate; });
}

}  // namespace tools::memory
