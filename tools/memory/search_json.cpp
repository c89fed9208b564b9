#include "tools/memory/search_json.hpp"

#include "tools/text/line.hpp"

#include <charconv>
#include <cmath>
#include <limits>

namespace tools::memory {
namespace {

/// Reads the parts of a query and gathers what is wrong with them.
class QueryReader {
public:
    QueryReader(const SearchArgs& args, std::vector<std::string>& noted)
        : args_(args), noted_(noted) {}

    Query run(std::int64_t now) {
        Query out;
        out.now = now;
        texts(out);
        filters(out.filters);
        out.order = args_.order.value_or(Order::relevance);
        out.hops = args_.kind != Listing::episodes && args_.kind != Listing::entities;
        out.by_episode = args_.kind == Listing::episodes;
        if (args_.limit) out.limit = static_cast<std::size_t>(*args_.limit);
        out.skip = skipped();
        if (out.texts.empty() && out.filters.empty())
            wrong("query", "missing", "send the words to look for, or a filter");
        if (!problems_.empty())
            throw store::Error(store::Code::invalid, "the search does not fit",
                               std::move(problems_));
        return out;
    }

private:
    void wrong(const char* field, const char* reason, const std::string& message) {
        problems_.push_back({std::string("/") + field, reason, message, "", {}});
    }

    void texts(Query& out) const {
        auto all = args_.query ? args_.query->texts : std::vector<std::string>{};
        if (args_.queries) all.insert(all.end(), args_.queries->begin(), args_.queries->end());
        for (const std::string& text : all)
            if (std::string trimmed = text::trim(text); !trimmed.empty())
                out.texts.push_back(std::move(trimmed));
    }

    void filters(Filters& out) {
        if (args_.kind == Listing::facts) out.kind = EpisodeKind::fact;
        if (args_.kind == Listing::ontology) out.kind = EpisodeKind::ontology;
        out.subject = name(args_.subject);
        out.predicate = name(args_.predicate);
        out.object = name(args_.object);
        out.entity = name(args_.entity);
        out.source = name(args_.source);
        out.as_of = time("as_of_iso", args_.as_of_iso);
        out.stated_by = time("stated_by_iso", args_.stated_by_iso);
        out.known_at = time("known_at_iso", args_.known_at_iso);
        out.valid = range("valid_to_iso", time("valid_from_iso", args_.valid_from_iso),
                          time("valid_to_iso", args_.valid_to_iso));
        out.changed = range("changed_to_iso", time("changed_from_iso", args_.changed_from_iso),
                            time("changed_to_iso", args_.changed_to_iso));
        out.include_removed = args_.include_removed.value_or(false);
    }

    static std::optional<std::string> name(const std::optional<std::string>& given) {
        const std::string trimmed = given ? text::trim(*given) : std::string();
        return trimmed.empty() ? std::nullopt : std::optional(trimmed);
    }

    std::optional<Window> time(const char* field, const std::optional<std::string>& given) {
        if (!name(given)) return std::nullopt;
        TimeRead read = read_time(*given);
        if (!read.moment) {
            wrong(field, "time", read.fault);
            return std::nullopt;
        }
        for (std::string& note : read.noted)
            noted_.push_back(std::string(field) + ": " + note);
        return window_of(read);
    }

    std::optional<Window> range(const char* field, const std::optional<Window>& from,
                                const std::optional<Window>& to) {
        if (!from && !to) return std::nullopt;
        const Window out{from ? from->from : std::numeric_limits<std::int64_t>::min(),
                         to ? to->end : std::numeric_limits<std::int64_t>::max()};
        if (out.end <= out.from) wrong(field, "order", "ends before it begins");
        return out;
    }

    std::size_t skipped() {
        std::size_t out = 0;
        if (!args_.cursor || args_.cursor->empty()) return out;
        const char* end = args_.cursor->data() + args_.cursor->size();
        const auto [stop, fault] = std::from_chars(args_.cursor->data(), end, out);
        if (fault != std::errc{} || stop != end || out > 10'000)
            wrong("cursor", "cursor", "send next_cursor as the page before gave it");
        return out;
    }

    const SearchArgs& args_;
    std::vector<std::string>& noted_;
    Problems problems_;
};

/// How much of a hit is repeated beside the text.
enum class Detail : std::uint8_t { whole, without_known_names, without_score, bare };

HitReply to_reply(const FoundFact& found, Detail detail) {
    const Fact& fact = found.fact;
    HitReply out;
    out.id = fact_id(fact);
    out.statement = fact.statement;
    if (detail != Detail::bare) out.predicate = fact.predicate;
    const bool all = detail == Detail::whole;
    if (all || !holds_name(fact.statement, fact.subject)) out.subject = fact.subject;
    if (all || !holds_name(fact.statement, fact.object)) out.object = fact.object;
    if (found.holds.from) out.valid_at = all ? iso(*found.holds.from) : shown(*found.holds.from);
    if (found.holds.end) out.invalid_at = all ? iso(*found.holds.end) : shown(*found.holds.end);
    if (!found.via.empty()) out.via = found.via;
    if (found.state != State::current && found.state != State::undated)
        out.state = word(found.state);
    for (const Fact& one : found.also)
        (out.also ? *out.also : out.also.emplace()).push_back(fact_id(one));
    if (detail < Detail::without_score) out.score = std::round(100 * found.score) / 100;
    return out;
}

FoundEpisodeReply to_reply(const Episode& episode, Detail detail) {
    FoundEpisodeReply out{episode.name, {}, {}};
    if (detail != Detail::bare) out.source = episode.source_description;
    if (episode.said) out.said = shown(*episode.said);
    return out;
}

}  // namespace

Query to_query(const SearchArgs& args, std::int64_t now, std::vector<std::string>& noted) {
    return QueryReader(args, noted).run(now);
}

void fill(SearchReply& reply, const Shown& shown) {
    for (const Detail detail :
         {Detail::whole, Detail::without_known_names, Detail::without_score, Detail::bare}) {
        reply.hits.clear();
        for (const FoundFact& found : shown.hits)
            reply.hits.push_back(to_reply(found, detail));
        reply.episodes.clear();
        for (const FoundEpisode& found : shown.episodes)
            reply.episodes[std::string(found.episode.id.str())] = to_reply(found.episode, detail);
        const std::size_t size = dump_json(Type<SearchReply>::write(reply)).size();
        if (2 * size <= 3 * reply.text.size()) return;
    }
}

}  // namespace tools::memory
