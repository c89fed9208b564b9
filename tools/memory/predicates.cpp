#include "tools/memory/predicates.hpp"

#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t facts_looked_at = 50;  ///< newest ones of a predicate
constexpr std::size_t least_users = 5;
constexpr std::size_t most_predicates = 5'000;  ///< compared with a new label

constexpr std::array negations{"not", "no", "never", "cannot", "without"};
constexpr std::array fillers{"is",  "are", "was", "were", "be",   "been", "has", "have",
                             "had", "the", "a",   "an",   "does", "do",   "did"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> opposites{{
    {"begin", "end"},
    {"start", "end"},
    {"start", "stop"},
    {"add", "remove"},
    {"min", "max"},
    {"minimum", "maximum"},
    {"from", "to"},
    {"in", "out"},
    {"before", "after"},
    {"on", "off"},
    {"up", "down"},
    {"open", "close"},
    {"enable", "disable"},
    {"include", "exclude"},
    {"buy", "sell"},
    {"join", "leave"},
    {"allow", "deny"},
    {"increase", "decrease"},
}};

template <class Words>
bool in(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> parts_of(std::string_view label) {
    std::vector<std::string> out;
    std::string part;
    for (const char c : std::string(label) + "_")
        if (c != '_')
            part += c;
        else if (!part.empty())
            out.push_back(std::exchange(part, {}));
    return out;
}

/// What a label says: its stems in order, negations and fillers apart.
struct Meaning {
    std::vector<std::string> stems;
    bool negative = false;
    bool inverse = false;  ///< ends in `_by`
};

Meaning meaning_of(const text::Analyzer& analyzer, std::string_view label) {
    Meaning out;
    const auto parts = parts_of(label);
    for (const std::string& part : parts) {
        if (in(negations, part))
            out.negative = !out.negative;
        else if (!in(fillers, part))
            out.stems.push_back(analyzer.stem(part));
    }
    out.inverse = parts.size() > 1 && parts.back() == "by";
    return out;
}

/// True where one word turns the other around: begin and end, lock and unlock.
bool opposed(std::string_view a, std::string_view b) {
    for (const auto& [one, other] : opposites)
        if ((a == one && b == other) || (a == other && b == one)) return true;
    for (const std::string_view prefix : {"un", "dis", "de", "non"})
        if (a == std::string(prefix) + std::string(b) || b == std::string(prefix) + std::string(a))
            return true;
    return false;
}

bool any_opposed(const Meaning& a, const Meaning& b) {
    return std::any_of(a.stems.begin(), a.stems.end(), [&](const std::string& one) {
        return std::any_of(b.stems.begin(), b.stems.end(),
                           [&](const std::string& other) { return opposed(one, other); });
    });
}

/// How many names use a predicate, and how many of them with two values at once.
struct Users {
    std::size_t all = 0, doubled = 0;

    [[nodiscard]] bool single() const { return all >= least_users && doubled * 10 <= all; }
};

Users count_users(const std::vector<Fact>& facts, std::string Fact::*user,
                  std::string Fact::*value) {
    std::map<std::string, std::vector<const Fact*>> by_user;
    for (const Fact& fact : facts)
        by_user[normal_name(fact.*user)].push_back(&fact);
    Users out;
    for (const auto& [name, own] : by_user) {
        bool doubled = false;
        for (std::size_t i = 0; i < own.size() && !doubled; ++i)
            for (std::size_t j = 0; j < i && !doubled; ++j)
                doubled = overlap(*own[i], *own[j]) &&
                          normal_name(own[i]->*value) != normal_name(own[j]->*value);
        ++out.all;
        out.doubled += doubled ? 1U : 0U;
    }
    return out;
}

std::vector<Fact> live_facts(const store::ReadTxn& txn, store::Space space, Role role,
                             const std::string& label) {
    const Columns columns(txn, space);
    std::vector<Fact> out;
    for (const std::uint64_t number :
         linked(txn, space, role, predicate_digest(label), facts_looked_at)) {
        if (!columns.live(number)) continue;
        auto fact = find_fact(txn, space, number);
        if (fact && fact->predicate == label) out.push_back(*std::move(fact));
    }
    return out;
}

}  // namespace

bool overlap(const Fact& a, const Fact& b) {
    const auto begin = [](const Fact& fact) {
        return fact.valid_at ? fact.valid_at->ms : std::numeric_limits<std::int64_t>::min();
    };
    const auto end = [](const Fact& fact) {
        return fact.invalid_at ? fact.invalid_at->ms : std::numeric_limits<std::int64_t>::max();
    };
    return begin(a) < end(b) && begin(b) < end(a);
}

Singleness told_singleness(const store::ReadTxn& txn, store::Space space,
                           const std::string& label) {
    Singleness out;
    for (const Fact& pattern : live_facts(txn, space, Role::pattern, label)) {
        out.told = true;
        if (!pattern.single) continue;
        out.object = out.object || *pattern.single != Single::subject;
        out.subject = out.subject || *pattern.single != Single::object;
    }
    return out;
}

bool single_in_use(const store::ReadTxn& txn, store::Space space, const std::string& label,
                   bool of_subject) {
    std::vector<Fact> facts = live_facts(txn, space, Role::predicate, label);
    std::erase_if(facts, [](const Fact& fact) { return fact.pattern; });
    const Users users = of_subject ? count_users(facts, &Fact::subject, &Fact::object)
                                   : count_users(facts, &Fact::object, &Fact::subject);
    return users.single();
}

bool negates(std::string_view label, std::string_view other) {
    const text::Analyzer analyzer;
    const Meaning a = meaning_of(analyzer, label);
    const Meaning b = meaning_of(analyzer, other);
    return a.negative != b.negative && !a.stems.empty() && a.stems == b.stems;
}

std::optional<std::string> used_instead(const store::ReadTxn& txn, store::Space space,
                                        const std::string& label) {
    if (const auto known = find_predicate(txn, space, label); known && known->facts > 0)
        return std::nullopt;
    const text::Analyzer analyzer;
    const Meaning meant = meaning_of(analyzer, label);
    if (meant.stems.empty()) return std::nullopt;
    std::optional<std::string> out;
    std::uint64_t most = 0;
    scan_predicates(txn, space, "", most_predicates,
                    [&](const std::string& used, const NameEntry& entry) {
                        if (used == label || entry.facts <= most) return true;
                        const Meaning other = meaning_of(analyzer, used);
                        if (other.stems != meant.stems || other.negative != meant.negative ||
                            other.inverse != meant.inverse || any_opposed(meant, other))
                            return true;
                        most = entry.facts;
                        out = used;
                        return true;
                    });
    return out;
}

}  // namespace tools::memory
