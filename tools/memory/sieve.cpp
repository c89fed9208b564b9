#include "tools/memory/sieve.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

namespace tools::memory {
namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

using Numbers = std::vector<std::uint64_t>;

Numbers merged(const Numbers& a, const Numbers& b) {
    Numbers out;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    return out;
}

/// The facts under a part of them, ascending.
Numbers under(const store::ReadTxn& txn, store::Space space, Role role, std::uint64_t digest) {
    Numbers out = linked(txn, space, role, digest, no_limit);
    std::reverse(out.begin(), out.end());
    return out;
}

/// The facts that name a thing, under any of its names, as one of these parts.
Numbers naming(const store::ReadTxn& txn, store::Space space, const std::string& name,
               std::initializer_list<Role> roles) {
    Numbers out;
    for (const std::string& same : names_of(txn, space, name))
        for (const Role role : roles)
            out = merged(out, under(txn, space, role, name_digest(same)));
    return out;
}

}  // namespace

Validity validity(const Fact& fact, const std::optional<Window>& known_at) {
    Validity out{fact.valid_at, fact.invalid_at};
    if (!known_at) return out;
    for (const Closing& closing : fact.closings)
        if (closing.recorded_ms >= known_at->end) {
            out.end = closing.before;
            break;
        }
    return out;
}

Sieve::Sieve(const store::ReadTxn& txn, store::Space space, const Filters& filters)
    : txn_(txn), space_(space), filters_(filters), columns_(txn, space), standings_(txn, space) {
    const auto keep = [&](const Numbers& numbers) {
        if (!parts_) {
            parts_ = numbers;
            return;
        }
        Numbers both;
        std::set_intersection(parts_->begin(), parts_->end(), numbers.begin(), numbers.end(),
                              std::back_inserter(both));
        parts_ = std::move(both);
    };
    if (filters.subject) keep(naming(txn, space, *filters.subject, {Role::subject}));
    if (filters.object) keep(naming(txn, space, *filters.object, {Role::object}));
    if (filters.entity) keep(naming(txn, space, *filters.entity, {Role::subject, Role::object}));
    if (filters.predicate)
        keep(under(txn, space, Role::predicate,
                   predicate_digest(predicate_label(*filters.predicate))));
    if (filters.source) keep(under(txn, space, Role::source, source_digest(*filters.source)));
}

std::optional<Hidden> Sieve::hidden(std::uint64_t fact) const {
    if (parts_ && !std::binary_search(parts_->begin(), parts_->end(), fact))
        return Hidden::other_parts;
    if (const auto why = lifetime(fact)) return why;
    if (other_kind(fact)) return Hidden::other_kind;
    return world(fact);
}

std::optional<Hidden> Sieve::lifetime(std::uint64_t fact) const {
    if (filters_.known_at) {
        const auto recorded = columns_.at(Column::recorded_at, fact);
        if (!recorded || recorded->ms >= filters_.known_at->end) return Hidden::recorded_later;
    }
    if (filters_.include_removed) return std::nullopt;
    const auto removed = columns_.at(Column::removed_at, fact);
    const bool gone = removed && (!filters_.known_at || removed->ms < filters_.known_at->end);
    return gone ? std::optional(Hidden::removed) : std::nullopt;
}

bool Sieve::other_kind(std::uint64_t fact) const {
    if (!filters_.kind) return false;
    const auto standing = standings_.at(fact);
    return !standing || standing->pattern != (*filters_.kind == EpisodeKind::ontology);
}

Validity Sieve::validity_of(std::uint64_t fact) const {
    const Validity now{columns_.at(Column::valid_at, fact), columns_.at(Column::invalid_at, fact)};
    if (!filters_.known_at || !now.end) return now;
    const auto read = find_fact(txn_, space_, fact);
    return read ? validity(*read, filters_.known_at) : now;
}

std::optional<Hidden> Sieve::world(std::uint64_t fact) const {
    if (filters_.stated_by) {
        const auto said = columns_.at(Column::said, fact);
        if (!said || said->ms >= filters_.stated_by->end) return Hidden::said_later;
    }
    if (!filters_.as_of && !filters_.valid && !filters_.changed) return std::nullopt;
    const Validity holds = validity_of(fact);
    for (const auto& window : {filters_.as_of, filters_.valid}) {
        if (!window) continue;
        if (holds.over(*window)) return Hidden::ended;
        if (holds.ahead(*window)) return Hidden::later;
    }
    if ((filters_.valid || filters_.changed) && !holds.dated()) return Hidden::undated;
    if (!filters_.changed) return std::nullopt;
    const auto within = [&](const std::optional<Moment>& moment) {
        return moment && moment->ms >= filters_.changed->from && moment->ms < filters_.changed->end;
    };
    if (within(holds.from) || within(holds.end)) return std::nullopt;
    return holds.from && holds.from->ms >= filters_.changed->end ? Hidden::later : Hidden::ended;
}

}  // namespace tools::memory
