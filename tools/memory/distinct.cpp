#include "tools/memory/distinct.hpp"

#include "tools/memory/normal.hpp"

#include <functional>
#include <string>
#include <utility>

namespace tools::memory {
namespace {

bool says_it_too(const FoundFact& a, const FoundFact& b) {
    return a.dataspace == b.dataspace && a.state == b.state && a.holds == b.holds &&
           a.fact.statement == b.fact.statement && a.fact.predicate == b.fact.predicate &&
           normal_name(a.fact.subject) == normal_name(b.fact.subject) &&
           normal_name(a.fact.object) == normal_name(b.fact.object);
}

}  // namespace

bool Distinct::add(FoundFact found) {
    const std::size_t digest = std::hash<std::string>{}(found.fact.statement);
    const auto [first, last] = places_.equal_range(digest);
    for (auto at = first; at != last; ++at)
        if (says_it_too(facts_[at->second], found)) {
            facts_[at->second].also.push_back(std::move(found.fact));
            return false;
        }
    places_.emplace(digest, facts_.size());
    facts_.push_back(std::move(found));
    return true;
}

}  // namespace tools::memory
