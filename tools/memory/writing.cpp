#include "tools/memory/writing.hpp"

#include "store/content.hpp"
#include "store/journal.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/fact_blocks.hpp"
#include "tools/memory/index.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/tables.hpp"
#include "tools/text/index.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tools::memory {
namespace {

/// Counts a use of a name more or less.
void count_use(store::WriteTxn& txn, const store::Records<NameEntry>& records,
               const store::Key& key, const std::string& name, bool more) {
    NameEntry entry = records.find(txn, key).value_or(NameEntry{name, 0});
    if (more)
        ++entry.facts;
    else if (entry.facts > 0)
        --entry.facts;
    records.put(txn, key, entry);
}

void count_uses(store::WriteTxn& txn, store::Space space, const Fact& fact, bool more) {
    for (const std::string* name : {&fact.subject, &fact.object})
        count_use(txn, name_records, name_key(space, *name), *name, more);
    count_use(txn, predicate_records, predicate_key(space, fact.predicate), fact.predicate, more);
}

std::optional<Moment> instant_of(std::int64_t ms) {
    return Moment{ms, Precision::instant};
}

void write_columns(store::WriteTxn& txn, store::Space space, const Episode& episode,
                   const std::vector<Fact>& facts) {
    std::vector<FactTimes> times;
    for (const Fact& fact : facts)
        times.push_back({instant_of(fact.recorded_ms),
                         fact.removal == Removal::none ? std::nullopt : instant_of(fact.removed_ms),
                         fact.valid_at, fact.invalid_at, episode.said});
    write_times(txn, space, episode.first_fact, times);
}

void put_episode(store::WriteTxn& txn, store::Space space, const Episode& episode) {
    episode_records.put(txn, episode_key(space, episode.id), episode);
}

std::uint64_t& counter(Head& head, const Fact& fact) {
    return fact.pattern ? head.patterns : head.facts;
}

/// A fact that was live leaves search.
void leave(store::WriteTxn& txn, store::Space space, Head& head, Fact& fact,
           const Leaving& leaving) {
    count_uses(txn, space, fact, false);
    --counter(head, fact);
    ++head.removed;
    fact.removed_ms = leaving.now_ms;
    fact.removal = leaving.removal;
    write_time(txn, space, Column::removed_at, fact.number, instant_of(leaving.now_ms));
    rewrite_fact(txn, space, fact);
}

void leave(store::WriteTxn& txn, store::Space space, Head& head, Episode& episode,
           const Leaving& leaving) {
    episode.removed_ms = leaving.now_ms;
    episode.removal = leaving.removal;
    episode.replaced_by = leaving.replaced_by;
    put_episode(txn, space, episode);
    --head.episodes;
}

/// Facts as they were before any was told to have ended.
std::vector<Fact> as_written(std::vector<Fact> facts) {
    for (Fact& fact : facts)
        if (!fact.closings.empty()) fact.invalid_at = fact.closings.front().before;
    return facts;
}

bool all_live(const std::vector<Fact>& facts) {
    return std::all_of(facts.begin(), facts.end(),
                       [](const Fact& fact) { return fact.removal == Removal::none; });
}

/// It can no longer be met as an equal one.
void drop_equal(store::WriteTxn& txn, store::Space space, const Episode& episode,
                const std::vector<Fact>& facts) {
    const std::vector<Fact> written = as_written(facts);
    if (find_equal(txn, space, episode, written) == episode.id)
        txn.erase(equal_key(space, episode, written).str());
}

/// Removes a name that nothing live uses.
void drop_unused(store::WriteTxn& txn, const store::Records<NameEntry>& records,
                 const store::Key& key) {
    const auto entry = records.find(txn, key);
    if (entry && entry->facts == 0) txn.erase(key.str());
}

void erase_words(store::WriteTxn& txn, store::Space space, Fact& fact, std::string_view source) {
    unlink(txn, space, fact, source);
    for (const std::string* name : {&fact.subject, &fact.object})
        drop_unused(txn, name_records, name_key(space, *name));
    drop_unused(txn, predicate_records, predicate_key(space, fact.predicate));
    for (Closing& closing : fact.closings)
        closing.reason.clear();
    fact.removal = Removal::erased;
    rewrite_fact(txn, space, fact);
}

/// An episode of which every fact is erased says nothing more itself.
void erase_empty(store::WriteTxn& txn, store::Space space, Episode& episode,
                 const Leaving& leaving) {
    const auto facts = facts_of(txn, space, episode);
    const bool all = std::all_of(facts.begin(), facts.end(),
                                 [](const Fact& fact) { return fact.removal == Removal::erased; });
    if (!all) return;
    store::erase_content(txn, space, episode.content, leaving.reason, leaving.now_ms);
    episode.removal = Removal::erased;
    put_episode(txn, space, episode);
}

}  // namespace

void add_episode(store::WriteTxn& txn, store::Space space, Head& head, Episode& episode,
                 std::vector<Fact>& facts) {
    episode.first_fact = head.next_fact;
    episode.facts = static_cast<std::uint32_t>(facts.size());
    episode.content = store::add_content(txn, space, words_text(episode));
    put_episode(txn, space, episode);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        Fact& fact = facts[i];
        fact.number = head.next_fact++;
        fact.episode = episode.id;
        fact.place = static_cast<std::uint32_t>(i);
        fact.pattern = episode.kind == EpisodeKind::ontology;
        fact.recorded_ms = episode.recorded_ms;
        link(txn, space, fact, episode.source);
        if (fact.removal != Removal::none) {
            ++head.removed;
            continue;
        }
        count_uses(txn, space, fact, true);
        ++counter(head, fact);
    }
    append_facts(txn, space, facts);
    write_columns(txn, space, episode, facts);
    const std::vector<Fact> written = as_written(facts);
    index_facts(txn, space, episode, written);
    if (episode.removal != Removal::none) return;
    ++head.episodes;
    if (!all_live(facts)) return;
    const store::Key equal = equal_key(space, episode, written);
    txn.put(equal.str(), store::seal(equal.str(), equal_version, packed(episode.id)));
}

void remove_episode(store::WriteTxn& txn, store::Space space, Head& head, Episode& episode,
                    const Leaving& leaving) {
    auto facts = facts_of(txn, space, episode);
    drop_equal(txn, space, episode, facts);
    for (Fact& fact : facts)
        if (fact.removal == Removal::none) leave(txn, space, head, fact, leaving);
    leave(txn, space, head, episode, leaving);
}

void remove_fact(store::WriteTxn& txn, store::Space space, Head& head, Fact& fact,
                 const Leaving& leaving) {
    auto episode = find_episode(txn, space, fact.episode);
    if (!episode) return;
    const auto all = facts_of(txn, space, *episode);
    drop_equal(txn, space, *episode, all);
    const bool last = std::none_of(all.begin(), all.end(), [&](const Fact& other) {
        return other.removal == Removal::none && other.number != fact.number;
    });
    leave(txn, space, head, fact, leaving);
    if (last && episode->removal == Removal::none) leave(txn, space, head, *episode, leaving);
}

void erase_facts(store::WriteTxn& txn, store::Space space,
                 const std::vector<std::uint64_t>& numbers, const Leaving& leaving) {
    std::map<EpisodeId, std::vector<Fact>> chosen;
    for (const std::uint64_t number : numbers)
        if (auto fact = find_fact(txn, space, number); fact && fact->removal != Removal::erased)
            chosen[fact->episode].push_back(*std::move(fact));
    std::vector<text::Document> documents;
    for (auto& [id, facts] : chosen) {
        auto episode = find_episode(txn, space, id);
        if (!episode) continue;
        for (text::Document& document : documents_of(*episode, as_written(facts)))
            documents.push_back(std::move(document));
        for (Fact& fact : facts)
            erase_words(txn, space, fact, episode->source);
        erase_empty(txn, space, *episode, leaving);
    }
    text::Index(space).erase(txn, documents);
}

void close_fact(store::WriteTxn& txn, store::Space space, Fact& fact, const Closing& closing) {
    fact.closings.push_back(closing);
    fact.closings.back().before = fact.invalid_at;
    fact.invalid_at = closing.invalid_at;
    write_time(txn, space, Column::invalid_at, fact.number, fact.invalid_at);
    rewrite_fact(txn, space, fact);
}

void commit_head(store::WriteTxn& txn, store::Space space, Head head, std::int64_t now_ms) {
    ++head.revision;
    if (head.first_ms == 0) head.first_ms = now_ms;
    head.last_ms = now_ms;
    heads.put(txn, head_key(space), head);
    store::log_change(txn, space, store::SpaceKind::dataspace, {head.revision});
}

}  // namespace tools::memory
