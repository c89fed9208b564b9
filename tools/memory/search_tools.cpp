#include "tools/amount.hpp"
#include "tools/memory/joined.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/recall.hpp"
#include "tools/memory/search_json.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"
#include "tools/time.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace tools::memory {
namespace {

constexpr std::int64_t default_tokens = 600;

/// What was searched and how much it holds, in fields and in words.
std::string scope_of(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                     ScopeReply& scope) {
    for (const Dataspace& dataspace : dataspaces) {
        scope.dataspaces.push_back(dataspace.name);
        if (!dataspace.space) continue;
        const Head head = read_head(txn, *dataspace.space);
        scope.facts += static_cast<std::int64_t>(head.facts + head.patterns);
    }
    return join(scope.dataspaces) + " (" + amount(scope.facts, "fact") + ")";
}

/// Says when a question about the past of this memory reaches behind its beginning.
std::string before_first(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                         const Query& query) {
    if (!query.filters.known_at) return {};
    std::int64_t first = 0;
    for (const Dataspace& dataspace : dataspaces) {
        const Head head = dataspace.space ? read_head(txn, *dataspace.space) : Head{};
        if (head.first_ms != 0 && (first == 0 || head.first_ms < first)) first = head.first_ms;
    }
    if (first != 0 && first < query.filters.known_at->end) return {};
    return first == 0
               ? "this memory held nothing then\n"
               : "this memory held nothing then: its first record is of " + utc(first) + "\n";
}

/// The names that found facts use and the query names, most used first.
std::vector<EntityReply> entities_of(const store::ReadTxn& txn, const SearchResult& result,
                                     const Query& query) {
    std::string all;
    for (const std::string& text : query.texts)
        all += text + "\n";
    const Naming naming(all);
    std::map<std::string, std::int64_t> counts;
    for (const FoundFact& found : result.hits)
        for (const std::string& name : {found.fact.subject, found.fact.object})
            if (query.texts.empty() || naming.share(name) > 0)
                if (const auto entry = find_name(txn, *found.dataspace->space, name))
                    counts[entry->name] = static_cast<std::int64_t>(entry->facts);
    std::vector<EntityReply> out;
    for (const auto& [name, facts] : counts)
        out.push_back({name, facts});
    std::stable_sort(out.begin(), out.end(),
                     [](const EntityReply& a, const EntityReply& b) { return a.facts > b.facts; });
    return out;
}

/// Says of each name filter that meets facts of several things by a shared name (LM8).
void note_shared_names(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                       const Filters& filters, std::vector<std::string>& noted) {
    for (const auto& name : {filters.entity, filters.subject, filters.object})
        for (const Dataspace& dataspace : dataspaces) {
            if (!name || !dataspace.space) continue;
            if (const auto shared = shared_name(txn, *dataspace.space, *name))
                noted.push_back(shared_name_note(*shared));
        }
}

std::string entity_lines(const std::vector<EntityReply>& entities) {
    std::string out;
    for (const EntityReply& entity : entities)
        out += "- \"" + entity.name + "\": " + amount(entity.facts, "fact") + "\n";
    return out;
}

SearchReply search_memory(const store::ReadTxn& txn, const Call& call, const SearchArgs& args) {
    SearchReply reply;
    std::vector<std::string> noted;
    const Query query = to_query(args, call.clock(), noted);
    const auto dataspaces = open_dataspaces(txn, call, args.dataspace_name);
    const std::string scope = scope_of(txn, dataspaces, reply.scope);
    note_shared_names(txn, dataspaces, query.filters, noted);
    SearchResult result = search(txn, dataspaces, query);
    const bool several = dataspaces.size() > 1;
    const Room room{{args.max_tokens.value_or(default_tokens)}, call.counter};
    const std::size_t found = result.hits.size();
    Shown shown;
    if (args.kind == Listing::entities) {
        reply.entities = entities_of(txn, result, query);
        reply.text = entity_lines(*reply.entities);
    } else if (args.kind == Listing::episodes) {
        shown = show_episodes(txn, std::move(result.hits), several, room);
    } else {
        shown = show(txn, std::move(result.hits), query.filters.as_of.has_value(), several, room);
    }
    if (result.more + shown.over_budget > 0)
        reply.next_cursor = std::to_string(query.skip + found - shown.over_budget);
    const std::string unknown = unknown_lines(result);
    if (result.searched_nearest) reply.text = unknown + reply.text;
    reply.text += before_first(txn, dataspaces, query) + shown.text;
    if (!result.searched_nearest) reply.text += unknown;
    if (!reply.entities || reply.entities->empty())
        reply.text += closing_words(result, shown, scope, reply.next_cursor.value_or(""));
    if (std::string note = time_note(result, !query.texts.empty()); !note.empty())
        noted.push_back(std::move(note));
    for (const std::string& note : noted)
        reply.text += "noted " + note + "\n";
    for (const auto& [word, names] : result.nearest)  // the text has these in its own words
        noted.push_back("nearest stored to " + word + ": " + join(names) +
                        (result.searched_nearest ? ", searched instead" : ""));
    if (!noted.empty()) reply.noted = std::move(noted);
    if (!result.unknown.empty()) reply.unknown_words = result.unknown;
    if (result.left_out > 0 && result.whole)
        reply.left_out = static_cast<std::int64_t>(result.left_out);
    fill(reply, shown);
    return reply;
}

constexpr std::array search_tools{reads<search_memory>(
    {.name = "search_longterm_memory",
     .title = "Search long-term memory",
     .about = "Call before every memory write and when something may have been "
              "stored. `no stored fact has: X` means X is unknown: say so, do not "
              "guess. Also: subject, predicate, object, known_at_iso, "
              "valid_from_iso, valid_to_iso, changed_from_iso, changed_to_iso, "
              "include_removed, order (relevance, time), max_tokens.",
     .toolset = Toolset::memory})};

}  // namespace

constinit const Rows<Tool> search_rows = search_tools;

}  // namespace tools::memory
