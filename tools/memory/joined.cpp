#include "tools/memory/joined.hpp"

#include "tools/amount.hpp"
#include "tools/memory/aliases.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t most_under_alias = 32;
constexpr std::size_t most_open = 500;  ///< facts of an old document that are looked at
constexpr std::size_t open_named = 3;

/// `alias_of` and `short_for` lead from the other name to the thing, `known_as` from the
/// thing to its other name.
Role alias_side(std::string_view label) {
    return label.ends_with("_of") || label.ends_with("_for") ? Role::subject : Role::object;
}

const std::string& alias_in(const Fact& fact) {
    return alias_side(fact.predicate) == Role::subject ? fact.subject : fact.object;
}

const std::string& thing_in(const Fact& fact) {
    return alias_side(fact.predicate) == Role::subject ? fact.object : fact.subject;
}

/// The live alias facts that give a thing this other name.
std::vector<Fact> facts_of_alias(const store::ReadTxn& txn, store::Space space,
                                 const std::vector<std::string>& labels, const std::string& alias) {
    const Columns columns(txn, space);
    const std::string normal = normal_name(alias);
    std::vector<Fact> out;
    for (const std::string& label : labels)
        for (const std::uint64_t number :
             linked_pair(txn, space, alias_side(label), alias, label, most_under_alias)) {
            if (!columns.live(number)) continue;
            auto fact = find_fact(txn, space, number);
            if (fact && !fact->pattern && fact->predicate == label &&
                normal_name(alias_in(*fact)) == normal)
                out.push_back(*std::move(fact));
        }
    return out;
}

bool holds_label(const std::vector<std::string>& labels, const std::string& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// How one document puts another out of force; `by` where the old one comes first.
enum class Succession { none, forward, by };

Succession succession(std::string_view label) {
    for (const std::string_view before : {"is_", "was_"})
        if (label.starts_with(before)) label.remove_prefix(before.size());
    for (const std::string_view verb : {"repeal", "replace", "amend", "supersede", "revoke"}) {
        if (!label.starts_with(verb)) continue;
        const std::string_view rest = label.substr(verb.size());
        if (rest == "s") return Succession::forward;
        if (rest == "ed_by" || rest == "d_by") return Succession::by;
    }
    return Succession::none;
}

/// Live facts of a document without an end, newest first: about it, or said in it.
std::vector<Fact> open_under(const store::ReadTxn& txn, store::Space space,
                             const std::string& document) {
    const Columns columns(txn, space);
    Aliases aliases(txn, space);
    const auto labels = alias_predicates(txn, space);
    std::vector<std::uint64_t> numbers;
    for (const std::string& name : aliases.of(document)) {
        for (const std::uint64_t n :
             linked(txn, space, Role::subject, name_digest(name), most_open))
            numbers.push_back(n);
        for (const std::uint64_t n :
             linked(txn, space, Role::source, source_digest(name), most_open))
            numbers.push_back(n);
    }
    std::sort(numbers.rbegin(), numbers.rend());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<Fact> out;
    for (const std::uint64_t number : numbers) {
        if (!columns.live(number) || columns.at(Column::invalid_at, number)) continue;
        auto fact = find_fact(txn, space, number);
        if (fact && !fact->pattern && !holds_label(labels, fact->predicate) &&
            succession(fact->predicate) == Succession::none)
            out.push_back(*std::move(fact));
    }
    return out;
}

}  // namespace

std::optional<SharedName> shared_name(const store::ReadTxn& txn, store::Space space,
                                      const std::string& name) {
    const auto labels = alias_predicates(txn, space);
    Aliases aliases(txn, space);
    const auto& names = aliases.of(name);
    if (names.size() < 3) return std::nullopt;
    for (const std::string& one : names) {
        SharedName out{one, {}};
        std::set<std::string> seen;
        for (const Fact& fact : facts_of_alias(txn, space, labels, one))
            if (seen.insert(normal_name(thing_in(fact))).second)
                out.things.push_back(thing_in(fact));
        std::sort(out.things.begin(), out.things.end());
        if (out.things.size() > 1) return out;
    }
    return std::nullopt;
}

std::string shared_name_note(const SharedName& shared) {
    return text::reveal(shared.name + " is a name of " + join(shared.things)) +
           ": facts of all of them are shown";
}

std::vector<Finding> ambiguous_aliases(const store::ReadTxn& txn, store::Space space,
                                       const Episode& episode, const std::vector<Fact>& facts) {
    std::vector<Finding> out;
    const auto labels = alias_predicates(txn, space);
    Aliases aliases(txn, space);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Fact& fact = facts[i];
        if (episode.kind != EpisodeKind::fact || !holds_label(labels, fact.predicate)) continue;
        std::set<std::string> same;
        for (const std::string& name : aliases.of(thing_in(fact)))
            same.insert(normal_name(name));
        auto others = facts_of_alias(txn, space, labels, alias_in(fact));
        for (std::size_t k = 0; k < i; ++k)
            if (holds_label(labels, facts[k].predicate) &&
                normal_name(alias_in(facts[k])) == normal_name(alias_in(fact)))
                others.push_back(facts[k]);
        const auto other = std::find_if(others.begin(), others.end(), [&](const Fact& one) {
            return !same.contains(normal_name(thing_in(one)));
        });
        if (other == others.end()) continue;
        const std::string stored = other->number != 0 ? fact_id(*other) : std::string();
        const std::string alias = text::reveal(alias_in(fact));
        const std::string first = text::reveal(thing_in(*other));
        const std::string own = std::string(episode.id.str()) + "#" + std::to_string(i);
        out.push_back({i,
                       "",
                       "ambiguous_alias",
                       alias + " means " + first + " already" +
                           (stored.empty() ? "" : " (" + stored + ")") + ": with this fact " +
                           first + " and " + text::reveal(thing_in(fact)) +
                           " count as one thing. If they are two, take this name back and use "
                           "full names",
                       stored,
                       "forget_longterm_memory {\"fact\":\"" + own +
                           "\",\"reason\":\"a name of two things\"}",
                       {}});
    }
    return out;
}

std::optional<Finding> open_facts(const store::ReadTxn& txn, store::Space space,
                                  const Episode& episode, const std::vector<Fact>& facts,
                                  const std::set<EpisodeId>& replaced,
                                  const std::set<std::uint64_t>& ended) {
    if (episode.kind != EpisodeKind::fact) return std::nullopt;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Succession way = succession(facts[i].predicate);
        if (way == Succession::none) continue;
        const std::string& old = way == Succession::forward ? facts[i].object : facts[i].subject;
        auto open = open_under(txn, space, old);
        if (std::any_of(open.begin(), open.end(),
                        [&](const Fact& fact) { return ended.contains(fact.number); }))
            continue;
        std::erase_if(open, [&](const Fact& fact) { return replaced.contains(fact.episode); });
        if (open.empty()) continue;
        Finding out{i, "", "open_facts", "", fact_id(open.front()), "", {}};
        out.message = text::reveal(facts[i].subject) + " " + facts[i].predicate + " " +
                      text::reveal(facts[i].object) + ", but " +
                      amount(open.size(), "stored fact") + " of " + text::reveal(old) +
                      (open.size() == 1 ? " has no end: " : " have no end: ");
        const auto when = facts[i].valid_at ? facts[i].valid_at : episode.said;
        for (std::size_t k = 0; k < std::min(open.size(), open_named); ++k) {
            out.message += (k == 0 ? "" : "; ") + fact_id(open[k]) + " " + open[k].predicate + " " +
                           text::reveal(open[k].object);
            if (when && (!open[k].valid_at || open[k].valid_at->ms < when->ms))
                out.ends.push_back({fact_id(open[k]), *when});
        }
        if (open.size() > open_named)
            out.message += "; and " + std::to_string(open.size() - open_named) + " more";
        out.message += ". End those that no longer hold";
        return out;
    }
    return std::nullopt;
}

}  // namespace tools::memory
