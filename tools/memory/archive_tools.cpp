#include "store/error.hpp"
#include "tools/memory/archive_json.hpp"
#include "tools/memory/coverage/archive_json.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/records.hpp"
#include "tools/memory/reference_json.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"
#include "tools/text/index.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tools::memory {
namespace {

using Show = std::function<void(const Json& line)>;

/// A line of a dataspace: one of the two stands in it.
struct MemoryLine {
    std::string dataspace;
    std::optional<ArchivedEpisode> episode;
    std::optional<coverage::ArchivedSource> coverage;

    static constexpr auto fields() {
        return std::tuple{field("dataspace", &MemoryLine::dataspace, "its name"),
                          field("episode", &MemoryLine::episode, "an episode"),
                          field("coverage", &MemoryLine::coverage, "what is known of a source")};
    }
};

void write_dataspace(const store::ReadTxn& txn, const store::NamedSpace& dataspace,
                     const Show& show) {
    scan_episodes(txn, dataspace.space, {}, [&](Episode& episode) {
        show(Type<MemoryLine>::write({dataspace.name,
                                      archived(episode, facts_of(txn, dataspace.space, episode)),
                                      std::nullopt}));
        return true;
    });
    for (const coverage::Source& source : coverage::all_sources(txn, dataspace.space))
        show(Type<MemoryLine>::write(
            {dataspace.name, std::nullopt, coverage::archived(txn, dataspace.space, source)}));
}

void write_memory(const store::ReadTxn& txn, const Call& call, const Show& show) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    for (const auto& dataspace :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::dataspace, "", all)) {
        check_stop(call);
        write_dataspace(txn, dataspace, show);
    }
}

/// The words of an erased one are gone, so it is like any other.
bool same_words(const Fact& a, const Fact& b) {
    return a.removal == Removal::erased || b.removal == Removal::erased ||
           (a.subject == b.subject && a.predicate == b.predicate && a.object == b.object &&
            a.statement == b.statement);
}

bool same_words(const Restored& one, const Episode& episode, const std::vector<Fact>& facts) {
    return words_text(one.episode) == words_text(episode) &&
           std::equal(one.facts.begin(), one.facts.end(), facts.begin(), facts.end(),
                      [](const Fact& a, const Fact& b) { return same_words(a, b); });
}

/// True for an episode that stands already: under its uuid, in whatever state it is here,
/// or as a live one that says the same.
bool is_known(const store::ReadTxn& txn, store::Space space, const Restored& one) {
    if (const auto stored = find_episode(txn, space, one.episode.id)) {
        if (stored->removal == Removal::erased || one.episode.removal == Removal::erased ||
            same_words(one, *stored, facts_of(txn, space, *stored)))
            return true;
        throw store::Error(store::Code::conflict, "the episode was not stored",
                           {{"/uuid",
                             "other_content",
                             "an episode of this uuid is stored with other words: " +
                                 std::string(one.episode.id.str()),
                             "",
                             {}}});
    }
    if (one.episode.removal != Removal::none) return false;
    return find_equal(txn, space, one.episode, one.facts).has_value();
}

/// The last thing that is told of an episode.
std::int64_t last_ms(const Restored& one) {
    std::int64_t out = std::max(one.episode.recorded_ms, one.episode.removed_ms);
    for (const Fact& fact : one.facts) {
        out = std::max(out, fact.removed_ms);
        for (const Closing& closing : fact.closings)
            out = std::max(out, closing.recorded_ms);
    }
    return out;
}

/// What was erased is written like something retired and erased then: that leaves the same
/// records. Returns the places of those facts.
std::vector<std::size_t> put_retired(Restored& one) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < one.facts.size(); ++i) {
        if (one.facts[i].removal != Removal::erased) continue;
        one.facts[i].removal = Removal::retired;
        out.push_back(i);
    }
    if (one.episode.removal == Removal::erased) one.episode.removal = Removal::retired;
    return out;
}

Taken take_episode(store::WriteTxn& txn, const Call& call, const std::string& dataspace,
                   Restored one) {
    const store::Space space =
        store::make_space(txn, call.principal.tenant, store::SpaceKind::dataspace, dataspace);
    if (is_known(txn, space, one)) return Taken::stored_before;
    Head head = read_head(txn, space);
    const std::int64_t latest = std::max(head.last_ms, last_ms(one));
    if (head.first_ms == 0 || head.first_ms > one.episode.recorded_ms)
        head.first_ms = one.episode.recorded_ms;
    head.aged = {};  // what comes back may be older than all that retention has seen
    const std::vector<std::size_t> erased = put_retired(one);
    add_episode(txn, space, head, one.episode, one.facts);
    std::vector<std::uint64_t> numbers;
    for (const std::size_t place : erased)
        numbers.push_back(one.facts[place].number);
    erase_facts(txn, space, numbers, {Removal::erased, latest, {}, "forgotten"});
    commit_head(txn, space, head, latest);
    return Taken::stored;
}

Taken take_memory(store::WriteTxn& txn, const Call& call, const Json& json) {
    MemoryLine line = bind<MemoryLine>(json);
    if (line.episode.has_value() == line.coverage.has_value())
        throw store::Error(store::Code::invalid,
                           "expected one of episode and coverage beside dataspace");
    if (line.coverage) {
        const store::Space space = store::make_space(txn, call.principal.tenant,
                                                     store::SpaceKind::dataspace, line.dataspace);
        return coverage::restore(txn, space, *line.coverage) ? Taken::stored : Taken::stored_before;
    }
    return take_episode(txn, call, line.dataspace, restored(*line.episode));
}

/// Merges what the index of each dataspace has still to merge, a slice of it.
bool settle_memory(store::WriteTxn& txn, const Call& call) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    for (const auto& dataspace :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::dataspace, "", all))
        if (text::Index(dataspace.space).settle(txn)) return true;
    return false;
}

constexpr std::array archive_tools{
    ArchiveRow{"dataspace", write_memory, take_memory, settle_memory},
    ArchiveRow{"type", nullptr, take_reference, settle_memory}};

}  // namespace

constinit const Rows<ArchiveRow> archive_rows = archive_tools;

}  // namespace tools::memory
