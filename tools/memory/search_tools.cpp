#include "store/error.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/plain_json.hpp"
#include "tools/memory/search.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/line.hpp"

namespace tools::memory {
namespace {

struct SearchArgs {
    std::string query;
    std::optional<std::string> dataspace_name;
    std::optional<std::int64_t> limit;

    static constexpr auto fields() {
        return std::tuple{
            field("query", &SearchArgs::query, "What to look for, in plain words"),
            field("dataspace_name", &SearchArgs::dataspace_name, "Default: every allowed one"),
            field("limit", &SearchArgs::limit, "Hits, default 10", {.least = 1, .most = 100})};
    }
};

struct HitReply {
    std::string id, statement, subject, predicate, object;
    std::optional<std::string> valid_at, invalid_at;
    double score = 0;

    static constexpr auto fields() {
        return std::tuple{field("id", &HitReply::id, "uuid#n"),
                          field("statement", &HitReply::statement, "The sentence"),
                          field("subject", &HitReply::subject, "Subject"),
                          field("predicate", &HitReply::predicate, "Predicate"),
                          field("object", &HitReply::object, "Object"),
                          field("valid_at", &HitReply::valid_at, "True from"),
                          field("invalid_at", &HitReply::invalid_at, "Until"),
                          field("score", &HitReply::score, "Higher is better")};
    }
};

struct SearchReply {
    std::string text;
    std::vector<HitReply> hits;

    static constexpr bool shown_plain = true;

    [[nodiscard]] std::string text_block() const { return text; }

    static constexpr auto fields() {
        return std::tuple{field("text", &SearchReply::text, "The hits in lines"),
                          field("hits", &SearchReply::hits, "Facts, best first")};
    }
};

HitReply to_hit(const FoundFact& found) {
    const Fact& fact = found.fact;
    HitReply out{fact_id(fact), fact.statement, fact.subject, fact.predicate, fact.object, {}, {},
                 found.score};
    if (fact.valid_at) out.valid_at = iso(*fact.valid_at);
    if (fact.invalid_at) out.invalid_at = iso(*fact.invalid_at);
    return out;
}

SearchReply search_memory(const store::ReadTxn& txn, const Call& call, const SearchArgs& args) {
    if (text::trim(args.query).empty())
        throw store::Error(store::Code::invalid, "nothing to look for",
                           {{"/query", "missing", "send the words to look for", "", {}}});
    const auto dataspaces = open_dataspaces(txn, call, args.dataspace_name);
    SearchReply reply;
    for (const FoundFact& found :
         search(txn, dataspaces, args.query, static_cast<std::size_t>(args.limit.value_or(10))))
        reply.hits.push_back(to_hit(found));
    for (const HitReply& hit : reply.hits)
        reply.text += "- " + hit.id + " " + hit.predicate + ": \"" + hit.statement + "\"\n";
    std::uint64_t facts = 0;
    for (const Dataspace& dataspace : dataspaces)
        if (dataspace.space) facts += read_head(txn, *dataspace.space).facts;
    reply.text +=
        std::to_string(reply.hits.size()) + " hits among " + std::to_string(facts) + " facts";
    return reply;
}

}  // namespace

std::vector<Tool> search_rows() {
    return {reads({.name = "search_longterm_memory",
                   .title = "Search long-term memory",
                   .about = "Call before every memory write and when something may have been "
                            "stored. `no stored fact has: X` means X is unknown: say so, do not "
                            "guess.",
                   .toolset = Toolset::memory},
                  search_memory)};
}

}  // namespace tools::memory
