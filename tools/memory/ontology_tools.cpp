#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/predicates.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/schema.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t predicates_a_page = 60;
constexpr std::size_t patterns_a_predicate = 8;
constexpr std::size_t examples_looked_at = 20;

struct OntologyArgs {
    std::optional<std::string> dataspace_name, cursor;

    static constexpr auto fields() {
        return std::tuple{
            field("dataspace_name", &OntologyArgs::dataspace_name, "Default: the first"),
            field("cursor", &OntologyArgs::cursor, "The last next_cursor")};
    }
};

/// A predicate with its patterns, or one in use that no pattern covers.
struct PatternReply {
    std::string predicate;
    std::vector<std::string> patterns;
    std::int64_t facts = 0;
    std::optional<std::string> example;

    static constexpr auto fields() {
        return std::tuple{field("predicate", &PatternReply::predicate, "Its label"),
                          field("patterns", &PatternReply::patterns, "Kinds that it joins"),
                          field("facts", &PatternReply::facts, "Live facts that use it"),
                          field("example", &PatternReply::example, "One of them")};
    }
};

struct OntologyReply {
    std::string dataspace;
    std::vector<PatternReply> patterns, drift;
    std::optional<std::string> next_cursor;

    [[nodiscard]] std::string text_block() const {
        std::string out = "Relation patterns in " + dataspace + ":";
        for (const PatternReply& one : patterns)
            out += line(one);
        if (patterns.empty()) out += " none on this page";
        if (!drift.empty()) out += "\nIn use without a pattern:";
        for (const PatternReply& one : drift)
            out += line(one);
        if (next_cursor) out += "\nmore: cursor " + *next_cursor;
        return out;
    }

    static constexpr auto fields() {
        return std::tuple{field("dataspace", &OntologyReply::dataspace, "Where"),
                          field("patterns", &OntologyReply::patterns, "By predicate"),
                          field("drift", &OntologyReply::drift, "Predicates no pattern covers"),
                          field("next_cursor", &OntologyReply::next_cursor, "For the next page")};
    }

private:
    static std::string line(const PatternReply& one) {
        std::string out = "\n- " + one.predicate + ", " + amount(one.facts, "fact");
        if (!one.patterns.empty()) out += ": " + join(one.patterns, "; ");
        if (one.example) out += ", such as \"" + *one.example + "\"";
        return out;
    }
};

/// `person reports_to person (single object)`
std::string pattern_text(const Fact& pattern) {
    std::string out = pattern.subject + " " + pattern.predicate + " " + pattern.object;
    if (pattern.single) out += std::string(" (single ") + word(*pattern.single) + ")";
    if (pattern.alias) out += " (alias)";
    return out;
}

PatternReply shown_predicate(const store::ReadTxn& txn, store::Space space, const Columns& columns,
                             const std::string& label) {
    PatternReply out;
    out.predicate = label;
    const std::uint64_t digest = predicate_digest(label);
    std::uint64_t patterns = 0;
    for (const std::uint64_t number : linked(txn, space, Role::pattern, digest, 1'000)) {
        if (!columns.live(number)) continue;
        const auto pattern = find_fact(txn, space, number);
        if (!pattern || pattern->predicate != label) continue;
        ++patterns;
        if (out.patterns.size() < patterns_a_predicate)
            out.patterns.push_back(pattern_text(*pattern));
    }
    for (const std::uint64_t number :
         linked(txn, space, Role::predicate, digest, examples_looked_at)) {
        const auto fact = columns.live(number) ? find_fact(txn, space, number) : std::nullopt;
        if (!fact || fact->pattern || fact->predicate != label) continue;
        out.example = fact->statement;
        break;
    }
    const auto entry = find_predicate(txn, space, label);
    if (entry)
        out.facts = static_cast<std::int64_t>(entry->facts - std::min(entry->facts, patterns));
    return out;
}

OntologyReply ontology(const store::ReadTxn& txn, const Call& call, const OntologyArgs& args) {
    const Dataspace dataspace = open_dataspace(txn, call, args.dataspace_name);
    OntologyReply reply;
    reply.dataspace = dataspace.name;
    if (!dataspace.space) return reply;
    const Columns columns(txn, *dataspace.space);
    std::string last;
    std::size_t seen = 0;
    const std::string after = args.cursor.value_or("");
    const std::string from = after.empty() ? after : after + '\0';
    scan_predicates(
        txn, *dataspace.space, from, predicates_a_page + 1,
        [&](const std::string& label, const NameEntry& entry) {
            if (++seen > predicates_a_page) {
                reply.next_cursor = last;
                return false;
            }
            last = label;
            if (entry.facts == 0) return true;
            PatternReply one = shown_predicate(txn, *dataspace.space, columns, entry.name);
            (one.patterns.empty() ? reply.drift : reply.patterns).push_back(std::move(one));
            return true;
        });
    std::stable_sort(
        reply.drift.begin(), reply.drift.end(),
        [](const PatternReply& a, const PatternReply& b) { return a.facts > b.facts; });
    return reply;
}

constexpr std::array ontology_tools{
    reads<ontology>({.name = "memory_ontology",
                     .title = "Relation patterns of long-term memory",
                     .about = "Lists the relation patterns in use with counts and examples, and "
                              "predicates that no pattern covers. Look here before inventing one.",
                     .toolset = Toolset::ingest})};

}  // namespace

constinit const Rows<Tool> ontology_rows = ontology_tools;

}  // namespace tools::memory
