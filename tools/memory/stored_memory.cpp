#include "tools/memory/stored_memory.hpp"

#include "store/content.hpp"
#include "tools/memory/fact_blocks.hpp"
#include "tools/memory/tables.hpp"

#include <charconv>

namespace tools::memory {
namespace {

void scan_entries(const store::ReadTxn& txn, store::Space space,
                  const store::Records<NameEntry>& records, const std::string& from,
                  std::size_t most, const VisitName& visit) {
    const store::Key table(space, records.table);
    const store::Range range{table.str() + from, table.range().high};
    records.scan(txn, range, {.limit = most}, [&](std::string_view key, const NameEntry& entry) {
        return visit(std::string(store::parts(key).rest()), entry);
    });
}

}  // namespace

Head read_head(const store::ReadTxn& txn, store::Space space) {
    return heads.find(txn, head_key(space)).value_or(Head{});
}

std::optional<Episode> find_episode(const store::ReadTxn& txn, store::Space space,
                                    const EpisodeId& id) {
    auto found = episode_records.find(txn, episode_key(space, id));
    if (!found) return std::nullopt;
    found->id = id;
    read_words(store::content(txn, space, found->content), *found);
    return found;
}

std::optional<Fact> find_fact(const store::ReadTxn& txn, store::Space space, std::uint64_t number) {
    return read_fact(txn, space, number);
}

std::optional<Fact> find_fact(const store::ReadTxn& txn, store::Space space,
                              const std::string& id) {
    const std::size_t sign = id.find('#');
    const auto uuid = read_episode_id(id.substr(0, sign));
    if (!uuid || sign == std::string::npos) return std::nullopt;
    std::uint32_t place = 0;
    const char* end = id.data() + id.size();
    const auto [stop, fault] = std::from_chars(id.data() + sign + 1, end, place);
    const auto episode = find_episode(txn, space, *uuid);
    if (fault != std::errc{} || stop != end || !episode || place >= episode->facts)
        return std::nullopt;
    return find_fact(txn, space, episode->first_fact + place);
}

std::vector<Fact> facts_of(const store::ReadTxn& txn, store::Space space, const Episode& episode) {
    return read_facts(txn, space, episode.first_fact, episode.facts);
}

std::optional<NameEntry> find_name(const store::ReadTxn& txn, store::Space space,
                                   std::string_view name) {
    return name_records.find(txn, name_key(space, name));
}

std::optional<NameEntry> find_predicate(const store::ReadTxn& txn, store::Space space,
                                        std::string_view label) {
    return predicate_records.find(txn, predicate_key(space, label));
}

void scan_names(const store::ReadTxn& txn, store::Space space, const std::string& from,
                std::size_t most, const VisitName& visit) {
    scan_entries(txn, space, name_records, from, most, visit);
}

void scan_predicates(const store::ReadTxn& txn, store::Space space, const std::string& from,
                     std::size_t most, const VisitName& visit) {
    scan_entries(txn, space, predicate_records, from, most, visit);
}

void scan_episodes(const store::ReadTxn& txn, store::Space space, const EpisodeId& after,
                   const std::function<bool(Episode&)>& visit) {
    store::Range range = store::Key(space, store::Table::memory_episode).range();
    if (!after.str().empty()) range.low = episode_key(space, after).str() + '\0';
    episode_records.scan(txn, range, {}, [&](std::string_view key, Episode episode) {
        episode.id = unpacked_id(store::parts(key).rest());
        read_words(store::content(txn, space, episode.content), episode);
        return visit(episode);
    });
}

std::optional<EpisodeId> find_equal(const store::ReadTxn& txn, store::Space space,
                                    const Episode& episode, const std::vector<Fact>& facts) {
    const store::Key key = equal_key(space, episode, facts);
    const auto record = txn.get(key.str());
    if (!record) return std::nullopt;
    return unpacked_id(
        store::unseal(key.str(), *record, store::Table::memory_equal, equal_version));
}

}  // namespace tools::memory
