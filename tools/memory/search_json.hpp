#pragma once

#include "tools/memory/found_text.hpp"
#include "tools/schema.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::memory {

/// What a search lists.
enum class Listing { all, facts, episodes, entities, ontology };

constexpr auto names(Listing) {
    return std::array{"all", "facts", "episodes", "entities", "ontology"};
}

/// One text, or a list of phrasings of one question.
struct Texts {
    std::vector<std::string> texts;
};

struct SearchArgs {
    std::optional<Texts> query;
    std::optional<std::vector<std::string>> queries;
    std::optional<std::string> dataspace_name;
    std::optional<Listing> kind;
    std::optional<std::string> subject, predicate, object, entity, source;
    std::optional<std::string> as_of_iso, stated_by_iso, known_at_iso, valid_from_iso, valid_to_iso,
        changed_from_iso, changed_to_iso;
    std::optional<bool> include_removed;
    std::optional<Order> order;
    std::optional<std::int64_t> limit, max_tokens;
    std::optional<std::string> cursor;

    static constexpr auto fields() {
        return std::tuple{
            field("query", &SearchArgs::query, "What to look for, in plain words"),
            field("queries", &SearchArgs::queries, "Several phrasings of it", {.max_items = 8}),
            field("dataspace_name", &SearchArgs::dataspace_name, "Default: every allowed one"),
            field("kind", &SearchArgs::kind, "Default all"),
            field("subject", &SearchArgs::subject, "Filter", {.unlisted = true}),
            field("predicate", &SearchArgs::predicate, "Filter", {.unlisted = true}),
            field("object", &SearchArgs::object, "Filter", {.unlisted = true}),
            field("entity", &SearchArgs::entity, "Subject or object, aliases followed"),
            field("source", &SearchArgs::source, "Filter"),
            field("as_of_iso", &SearchArgs::as_of_iso, "What was true then"),
            field("stated_by_iso", &SearchArgs::stated_by_iso, "What sources said by then"),
            field("known_at_iso", &SearchArgs::known_at_iso, "What this memory held then",
                  {.unlisted = true}),
            field("valid_from_iso", &SearchArgs::valid_from_iso, "True at some time from then",
                  {.unlisted = true}),
            field("valid_to_iso", &SearchArgs::valid_to_iso, "up to then", {.unlisted = true}),
            field("changed_from_iso", &SearchArgs::changed_from_iso, "Began or ended from then",
                  {.unlisted = true}),
            field("changed_to_iso", &SearchArgs::changed_to_iso, "up to then", {.unlisted = true}),
            field("include_removed", &SearchArgs::include_removed, "Replaced and forgotten too",
                  {.unlisted = true}),
            field("order", &SearchArgs::order, "Default relevance", {.unlisted = true}),
            field("limit", &SearchArgs::limit, "Default 10, weak hits left out",
                  {.least = 1, .most = most_hits}),
            field("max_tokens", &SearchArgs::max_tokens, "Default 600",
                  {.least = 100, .most = 20'000, .unlisted = true}),
            field("cursor", &SearchArgs::cursor, "The last next_cursor")};
    }
};

struct HitReply {
    std::string id, statement;
    std::optional<std::string> subject, predicate, object, valid_at, invalid_at, state, via;
    std::optional<double> score;
    std::optional<std::vector<std::string>> also;

    static constexpr auto fields() {
        return std::tuple{field("id", &HitReply::id, "uuid#n"),
                          field("statement", &HitReply::statement, "The sentence"),
                          field("subject", &HitReply::subject, "Where the statement lacks it"),
                          field("predicate", &HitReply::predicate, "Absent: see the text"),
                          field("object", &HitReply::object, "Where the statement lacks it"),
                          field("valid_at", &HitReply::valid_at, "True from"),
                          field("invalid_at", &HitReply::invalid_at, "Until"),
                          field("state", &HitReply::state, "Absent: current, or without times"),
                          field("via", &HitReply::via, "Name by which it hangs on a hit"),
                          field("score", &HitReply::score, "Higher is better"),
                          field("also", &HitReply::also, "The same fact elsewhere")};
    }
};

struct FoundEpisodeReply {
    std::string name;
    std::optional<std::string> source, said;

    static constexpr auto fields() {
        return std::tuple{
            field("name", &FoundEpisodeReply::name, "Name"),
            field("source", &FoundEpisodeReply::source, "Where it was said; absent: see the text"),
            field("said", &FoundEpisodeReply::said, "When")};
    }
};

}  // namespace tools::memory

/// Found episodes by their ids.
template <>
struct tools::Type<std::map<std::string, tools::memory::FoundEpisodeReply>> {
    static Json schema(const Limits& /*limits*/) {
        return {{"type", "object"},
                {"properties", Json::object()},
                {"additionalProperties", Type<memory::FoundEpisodeReply>::schema()}};
    }

    static Json write(const std::map<std::string, memory::FoundEpisodeReply>& value) {
        Json out = Json::object();
        for (const auto& [uuid, episode] : value)
            out[uuid] = Type<memory::FoundEpisodeReply>::write(episode);
        return out;
    }
};

namespace tools::memory {

struct EntityReply {
    std::string name;
    std::int64_t facts = 0;

    static constexpr auto fields() {
        return std::tuple{field("name", &EntityReply::name, "Name"),
                          field("facts", &EntityReply::facts, "Live facts that use it")};
    }
};

struct ScopeReply {
    std::vector<std::string> dataspaces;
    std::int64_t facts = 0;

    static constexpr auto fields() {
        return std::tuple{field("dataspaces", &ScopeReply::dataspaces, "Searched"),
                          field("facts", &ScopeReply::facts, "Live facts in them")};
    }
};

struct SearchReply {
    std::vector<HitReply> hits;
    std::map<std::string, FoundEpisodeReply> episodes;
    std::optional<std::vector<EntityReply>> entities;
    ScopeReply scope;
    std::optional<std::vector<std::string>> unknown_words, noted;
    std::optional<std::int64_t> left_out;
    std::optional<std::string> next_cursor;
    std::string text;  ///< the text block

    [[nodiscard]] std::string text_block() const { return text; }

    static constexpr auto fields() {
        return std::tuple{
            field("hits", &SearchReply::hits, "Facts, best first"),
            field("episodes", &SearchReply::episodes, "Of the hits, by uuid"),
            field("entities", &SearchReply::entities, "Names, when asked for"),
            field("scope", &SearchReply::scope, "What was searched"),
            field("unknown_words", &SearchReply::unknown_words,
                  "Words that no searched fact holds"),
            field("noted", &SearchReply::noted, "What was read leniently"),
            field("left_out", &SearchReply::left_out, "Hits below half of the best score"),
            field("next_cursor", &SearchReply::next_cursor, "For the next page")};
    }
};

/// What a call asks for. Throws Error invalid with every fault and its path.
Query to_query(const SearchArgs& args, std::int64_t now, std::vector<std::string>& noted);

/// Fills in hits and episodes, in as much detail as keeps them within 1.5 times the
/// text.
void fill(SearchReply& reply, const Shown& shown);

}  // namespace tools::memory

template <>
struct tools::Type<tools::memory::Texts> {
    static Json schema(const Limits& limits) { return string_schema(limits); }

    static void read(const Json& json, memory::Texts& to, const Place& place) {
        Json parsed;
        const Json& list = unquoted(json, Json::value_t::array, parsed);
        if (list.is_array()) return Type<std::vector<std::string>>::read(list, to.texts, place);
        read_string(json, to.texts.emplace_back(), place);
    }

    static Json write(const memory::Texts& value) {
        return Type<std::vector<std::string>>::write(value.texts);
    }
};
