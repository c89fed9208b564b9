#include "tools/memory/stored_memory.hpp"

#include "store/content.hpp"
#include "store/journal.hpp"
#include "store/table.hpp"
#include "tools/digest.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/index.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/records.hpp"

#include <algorithm>
#include <utility>

namespace tools::memory {
namespace {

using store::Key;
using store::Table;

constexpr store::Records<Head> heads{Table::memory_head};
constexpr store::Records<Episode> episodes{Table::memory_episode};
constexpr store::Records<Fact> fact_records{Table::memory_fact};
constexpr store::Records<NameEntry> name_records{Table::memory_name};
constexpr store::Records<NameEntry> predicate_records{Table::memory_predicate};

Key episode_key(store::Space space, const EpisodeId& id) {
    return std::move(Key(space, Table::memory_episode).tail(id.str()));
}

Key fact_key(store::Space space, std::uint64_t number) {
    return std::move(Key(space, Table::memory_fact).u64(number));
}

/// A long name is cut, its digest behind it.
Key name_key(store::Space space, Table table, const std::string& normal) {
    constexpr std::size_t longest = 400;
    if (normal.size() <= longest) return std::move(Key(space, table).tail(normal));
    return std::move(Key(space, table).tail(normal.substr(0, longest - 32) + digest(normal)));
}

Key name_key(store::Space space, std::string_view name) {
    return name_key(space, Table::memory_name, normal_name(name));
}

Key predicate_key(store::Space space, std::string_view label) {
    return name_key(space, Table::memory_predicate, std::string(label));
}

/// Counts a use of a name more or less.
void count_use(store::WriteTxn& txn, const store::Records<NameEntry>& records, const Key& key,
               const std::string& name, int uses) {
    NameEntry entry = records.find(txn, key).value_or(NameEntry{name, 0});
    entry.facts += static_cast<std::uint64_t>(static_cast<std::int64_t>(uses));
    records.put(txn, key, entry);
}

void count_uses(store::WriteTxn& txn, store::Space space, const Fact& fact, int uses) {
    for (const std::string* name : {&fact.subject, &fact.object})
        count_use(txn, name_records, name_key(space, *name), *name, uses);
    count_use(txn, predicate_records, predicate_key(space, fact.predicate), fact.predicate, uses);
}

/// The key under which an equal episode is found.
Key equal_key(store::Space space, const Episode& episode, const std::vector<Fact>& facts) {
    store::Writer said;
    said.u8(static_cast<std::uint8_t>(episode.kind)).text(words_text(episode));
    said.u64(packed(episode.said));
    for (const Fact& fact : facts) {
        said.text(words_text(fact)).u64(packed(fact.valid_at)).u64(packed(fact.invalid_at));
        said.u16(fact.confidence.value_or(0xFFFF)).u8(fact.alias ? 1 : 0);
        said.u8(fact.single ? static_cast<std::uint8_t>(*fact.single) : 0xFF);
    }
    return std::move(Key(space, Table::memory_equal).tail(digest(said.str())));
}

void write_fact(store::WriteTxn& txn, store::Space space, Fact& fact, const Episode& episode) {
    fact.content = store::add_content(txn, space, words_text(fact));
    fact_records.put(txn, fact_key(space, fact.number), fact);
    link(txn, space, fact, episode.source);
    count_uses(txn, space, fact, 1);
}

std::optional<Moment> instant(std::int64_t ms) {
    return Moment{ms, Precision::instant};
}

void write_columns(store::WriteTxn& txn, store::Space space, const Episode& episode,
                   const std::vector<Fact>& facts) {
    std::vector<FactTimes> times;
    for (const Fact& fact : facts)
        times.push_back({instant(fact.recorded_ms), std::nullopt, fact.valid_at, fact.invalid_at,
                         episode.said});
    write_times(txn, space, episode.first_fact, times);
}

/// Counts a write and tells the tenant's change log.
void write_head(store::WriteTxn& txn, store::Space space, Head head, std::int64_t now) {
    ++head.revision;
    if (head.first_ms == 0) head.first_ms = now;
    head.last_ms = now;
    heads.put(txn, Key(space, Table::memory_head), head);
    store::log_change(txn, space, store::SpaceKind::dataspace, {head.revision});
}

Fact opened(const store::ReadTxn& txn, store::Space space, std::string_view key,
            std::string_view record) {
    Fact fact = fact_records.open(key, record);
    fact.number = store::parts(key).u64();
    read_words(store::content(txn, space, fact.content), fact);
    return fact;
}

}  // namespace

Head read_head(const store::ReadTxn& txn, store::Space space) {
    return heads.find(txn, Key(space, Table::memory_head)).value_or(Head{});
}

std::optional<Episode> find_episode(const store::ReadTxn& txn, store::Space space,
                                    const EpisodeId& id) {
    auto found = episodes.find(txn, episode_key(space, id));
    if (!found) return std::nullopt;
    found->id = id;
    read_words(store::content(txn, space, found->content), *found);
    return found;
}

std::optional<Fact> find_fact(const store::ReadTxn& txn, store::Space space, std::uint64_t number) {
    const Key key = fact_key(space, number);
    const auto record = txn.get(key.str());
    if (!record) return std::nullopt;
    return opened(txn, space, key.str(), *record);
}

std::vector<Fact> facts_of(const store::ReadTxn& txn, store::Space space, const Episode& episode) {
    std::vector<Fact> out;
    const store::Range range{fact_key(space, episode.first_fact).str(),
                             fact_key(space, episode.first_fact + episode.facts).str()};
    txn.scan(range, {}, [&](std::string_view key, std::string_view record) {
        out.push_back(opened(txn, space, key, record));
        return true;
    });
    return out;
}

std::optional<NameEntry> find_name(const store::ReadTxn& txn, store::Space space,
                                   std::string_view name) {
    return name_records.find(txn, name_key(space, name));
}

std::optional<NameEntry> find_predicate(const store::ReadTxn& txn, store::Space space,
                                        std::string_view label) {
    return predicate_records.find(txn, predicate_key(space, label));
}

void scan_episodes(const store::ReadTxn& txn, store::Space space, const EpisodeId& after,
                   const std::function<bool(Episode&)>& visit) {
    store::Range range = Key(space, Table::memory_episode).range();
    if (!after.str().empty()) range.low = episode_key(space, after).str() + '\0';
    episodes.scan(txn, range, {}, [&](std::string_view key, Episode episode) {
        episode.id = EpisodeId(std::string(store::parts(key).rest()));
        read_words(store::content(txn, space, episode.content), episode);
        return visit(episode);
    });
}

void add_episode(store::WriteTxn& txn, store::Space space, Episode& episode,
                 std::vector<Fact>& facts) {
    Head head = read_head(txn, space);
    episode.first_fact = head.next_fact;
    episode.facts = static_cast<std::uint32_t>(facts.size());
    episode.content = store::add_content(txn, space, words_text(episode));
    episodes.put(txn, episode_key(space, episode.id), episode);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        Fact& fact = facts[i];
        fact.number = head.next_fact++;
        fact.episode = episode.id;
        fact.place = static_cast<std::uint32_t>(i);
        fact.pattern = episode.kind == EpisodeKind::ontology;
        fact.recorded_ms = episode.recorded_ms;
        write_fact(txn, space, fact, episode);
    }
    write_columns(txn, space, episode, facts);
    const Key equal = equal_key(space, episode, facts);
    txn.put(equal.str(), store::seal(equal.str(), 1, episode.id.str()));
    index_facts(txn, space, episode, facts);
    ++head.episodes;
    (episode.kind == EpisodeKind::ontology ? head.patterns : head.facts) += facts.size();
    write_head(txn, space, head, episode.recorded_ms);
}

std::optional<EpisodeId> find_equal(const store::ReadTxn& txn, store::Space space,
                                    const Episode& episode, const std::vector<Fact>& facts) {
    const Key key = equal_key(space, episode, facts);
    const auto record = txn.get(key.str());
    if (!record) return std::nullopt;
    return EpisodeId(std::string(store::unseal(key.str(), *record, Table::memory_equal, 1)));
}

}  // namespace tools::memory
