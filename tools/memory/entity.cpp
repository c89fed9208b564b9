#include "tools/memory/entity.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t facts_a_name = 500;
constexpr std::size_t facts_a_step = 50;
constexpr std::size_t longest_path = 4;
constexpr std::size_t most_visited = 2'000;

/// Live facts under a name as subject or object, newest first of each.
std::vector<Fact> facts_under(const store::ReadTxn& txn, store::Space space, const Columns& columns,
                              const std::string& name, std::size_t most) {
    const std::string normal = normal_name(name);
    std::vector<Fact> out;
    for (const Role role : {Role::subject, Role::object})
        for (const std::uint64_t number : linked(txn, space, role, name_digest(name), most)) {
            if (!columns.live(number)) continue;
            auto fact = find_fact(txn, space, number);
            if (!fact || fact->pattern) continue;
            if (normal_name(role == Role::subject ? fact->subject : fact->object) == normal)
                out.push_back(*std::move(fact));
        }
    return out;
}

/// Walks outwards from one thing, a step of facts at a time.
class PathSearch {
public:
    PathSearch(const store::ReadTxn& txn, store::Space space)
        : txn_(txn), space_(space), columns_(txn, space) {}

    std::vector<Fact> run(const std::string& from, const std::string& to) {
        for (const std::string& name : names_of(txn_, space_, to))
            wanted_.insert(normal_name(name));
        std::vector<std::string> level;
        for (const std::string& name : names_of(txn_, space_, from))
            if (came_by_.emplace(normal_name(name), Step{}).second) level.push_back(name);
        for (std::size_t length = 0; length < longest_path && !level.empty(); ++length) {
            level = next(level);
            if (found_) return path(*found_);
        }
        return {};
    }

private:
    struct Step {
        std::string before;  ///< normal form of the name it was reached from
        std::optional<Fact> by;
    };

    std::vector<std::string> next(const std::vector<std::string>& level) {
        std::vector<std::string> out;
        for (const std::string& name : level) {
            const std::string here = normal_name(name);
            for (Fact& fact : facts_under(txn_, space_, columns_, name, facts_a_step)) {
                const bool outward = normal_name(fact.subject) == here;
                const std::string other = outward ? fact.object : fact.subject;
                const std::string normal = normal_name(other);
                if (came_by_.size() >= most_visited) return out;
                if (!came_by_.emplace(normal, Step{here, std::move(fact)}).second) continue;
                if (wanted_.contains(normal)) {
                    found_ = normal;
                    return out;
                }
                out.push_back(other);
            }
        }
        return out;
    }

    std::vector<Fact> path(std::string at) {
        std::vector<Fact> out;
        for (const Step* step = &came_by_.at(at); step->by; step = &came_by_.at(at)) {
            out.push_back(*step->by);
            at = step->before;
        }
        std::reverse(out.begin(), out.end());
        return out;
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    Columns columns_;
    std::set<std::string> wanted_;
    std::map<std::string, Step> came_by_;
    std::optional<std::string> found_;
};

}  // namespace

Phase phase_of(const Fact& fact, std::int64_t at_ms) {
    if (fact.valid_at && fact.valid_at->ms > at_ms) return Phase::later;
    if (fact.invalid_at && fact.invalid_at->ms <= at_ms) return Phase::ended;
    return Phase::current;
}

std::optional<Entity> find_entity(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name, std::int64_t at_ms) {
    Entity out;
    const Columns columns(txn, space);
    std::set<std::uint64_t> seen;
    for (const std::string& one : names_of(txn, space, name)) {
        const auto entry = find_name(txn, space, one);
        out.names.push_back(entry ? entry->name : one);
        for (Fact& fact : facts_under(txn, space, columns, one, facts_a_name))
            if (seen.insert(fact.number).second) out.facts.push_back(std::move(fact));
    }
    if (out.facts.empty()) return std::nullopt;
    const auto order = [&](const Fact& fact) {
        const std::int64_t begins = fact.valid_at ? fact.valid_at->ms : fact.recorded_ms;
        return std::tuple{phase_of(fact, at_ms), !fact.valid_at, -begins, ~fact.number};
    };
    std::sort(out.facts.begin(), out.facts.end(),
              [&](const Fact& a, const Fact& b) { return order(a) < order(b); });
    return out;
}

std::vector<Fact> find_path(const store::ReadTxn& txn, store::Space space, const std::string& from,
                            const std::string& to) {
    return PathSearch(txn, space).run(from, to);
}

}  // namespace tools::memory
