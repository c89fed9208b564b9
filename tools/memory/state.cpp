#include "tools/memory/state.hpp"

#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t most_rivals = 20;  ///< facts of the same subject and predicate looked at

/// When a newer live fact of the same words says that this open one ended (LM6a).
std::optional<Moment> told_end(const store::ReadTxn& txn, store::Space space,
                               const Columns& columns, const Fact& fact) {
    if (fact.invalid_at) return std::nullopt;
    for (const std::uint64_t number :
         linked_pair(txn, space, Role::subject, fact.subject, fact.predicate, most_rivals)) {
        if (number <= fact.number) return std::nullopt;  // newest first
        const auto end = columns.at(Column::invalid_at, number);
        if (!end || !columns.live(number)) continue;
        if (fact.valid_at && end->ms <= fact.valid_at->ms) continue;
        const auto rival = find_fact(txn, space, number);
        if (rival && rival->predicate == fact.predicate &&
            normal_name(rival->subject) == normal_name(fact.subject) &&
            normal_name(rival->object) == normal_name(fact.object))
            return end;
    }
    return std::nullopt;
}

bool removed(const Fact& fact, const Filters& filters) {
    return fact.removed_ms != 0 && (!filters.known_at || fact.removed_ms < filters.known_at->end);
}

/// True where a fact tells what is true in the place of one that is not.
bool holds_now(const FoundFact& past, const FoundFact& other) {
    return !is_past(other) && other.state != State::pattern && other.tier == past.tier &&
           other.dataspace == past.dataspace && other.fact.predicate == past.fact.predicate &&
           normal_name(other.fact.subject) == normal_name(past.fact.subject);
}

}  // namespace

void tell_state(FoundFact& found, const Filters& filters, std::int64_t now) {
    const Fact& fact = found.fact;
    const Window at = filters.as_of.value_or(Window{now, now + 1});
    found.holds = validity(fact, filters.known_at);
    if (removed(fact, filters))
        found.state = State::removed;
    else if (fact.pattern)
        found.state = State::pattern;
    else if (found.holds.over(at))
        found.state = State::ended;
    else if (found.holds.ahead(at))
        found.state = State::later;
    else
        found.state = found.holds.dated() ? State::current : State::undated;
}

bool doubt(const store::ReadTxn& txn, const Columns& columns, FoundFact& found,
           const Filters& filters) {
    if (found.state != State::current && found.state != State::undated) return false;
    if (filters.known_at) return false;
    found.maybe_ended = told_end(txn, *found.dataspace->space, columns, found.fact);
    if (found.maybe_ended) found.state = State::maybe_ended;
    return found.maybe_ended.has_value();
}

bool is_past(const FoundFact& found) {
    switch (found.state) {
        case State::ended:
        case State::later:
        case State::maybe_ended:
        case State::removed:
            return true;
        default:
            return false;
    }
}

double behind_others(const FoundFact& found) {
    constexpr double not_now = .15;
    return is_past(found) ? not_now : 0;
}

void current_first(std::vector<FoundFact>& found, const Naming& question) {
    std::set<std::pair<const Dataspace*, std::uint64_t>> moved;
    for (std::size_t i = 0; i < found.size();) {
        FoundFact& past = found[i];
        if (!is_past(past) || !moved.insert({past.dataspace, past.fact.number}).second) {
            ++i;
            continue;
        }
        const auto begin = found.begin() + static_cast<std::ptrdiff_t>(i);
        const double named = question.share(past.fact.object);
        const auto at = std::find_if(begin + 1, found.end(), [&](const FoundFact& other) {
            return holds_now(past, other) && other.score >= near_equal * past.score &&
                   named <= question.share(other.fact.object);
        });
        if (at == found.end()) continue;
        past.score = at->score;
        std::rotate(begin, begin + 1, at + 1);
    }
}

int tier_of(const FoundFact& found, const std::optional<Moment>& said, const Filters& filters) {
    if (!filters.as_of || found.state != State::undated) return 0;
    return said && said->ms >= filters.as_of->end ? 2 : 1;
}

}  // namespace tools::memory
