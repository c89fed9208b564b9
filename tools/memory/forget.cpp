#include "tools/memory/forget.hpp"

#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/tables.hpp"
#include "tools/memory/writing.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace tools::memory {
namespace {

constexpr std::size_t facts_a_call = 2'000;

/// Gathers the facts that a target names and the mode still concerns.
class Selection {
public:
    Selection(const store::ReadTxn& txn, store::Space space, ForgetMode mode)
        : txn_(txn), space_(space), mode_(mode) {}

    void select(const ForgetTarget& target) {
        if (target.episode) {
            if (const auto episode = find_episode(txn_, space_, *target.episode))
                for (const Fact& fact : facts_of(txn_, space_, *episode))
                    take(fact);
        } else if (target.fact) {
            if (const auto fact = find_fact(txn_, space_, *target.fact)) take(*fact);
        } else if (target.entity) {
            const std::string name = normal_name(*target.entity);
            for (const Role role : {Role::subject, Role::object})
                under(role, name_digest(*target.entity), [&](const Fact& fact) {
                    return normal_name(role == Role::subject ? fact.subject : fact.object) == name;
                });
        } else if (target.source) {
            under(Role::source, source_digest(*target.source), [&](const Fact& fact) {
                const auto episode = find_episode(txn_, space_, fact.episode);
                return episode && episode->source == *target.source;
            });
        } else {
            everything();
        }
    }

    [[nodiscard]] bool full() const { return facts_.size() >= facts_a_call; }

    [[nodiscard]] const std::map<std::uint64_t, Fact>& facts() const { return facts_; }

    [[nodiscard]] bool more() const { return more_; }

private:
    void take(const Fact& fact) {
        const bool concerned = mode_ == ForgetMode::retire ? fact.removal == Removal::none
                                                           : fact.removal != Removal::erased;
        if (!concerned || facts_.contains(fact.number)) return;
        if (full())
            more_ = true;
        else
            facts_.emplace(fact.number, fact);
    }

    template <class Accept>
    void under(Role role, std::uint64_t digest, Accept accept) {
        constexpr std::size_t all = 1'000'000;
        for (const std::uint64_t number : linked(txn_, space_, role, digest, all)) {
            if (more_) return;
            const auto fact = find_fact(txn_, space_, number);
            if (fact && accept(*fact)) take(*fact);
        }
    }

    void everything() {
        const std::uint64_t end = read_head(txn_, space_).next_fact;
        for (std::uint64_t number = 1; number < end && !more_; ++number)
            if (const auto fact = find_fact(txn_, space_, number)) take(*fact);
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    ForgetMode mode_;
    std::map<std::uint64_t, Fact> facts_;
    bool more_ = false;
};

/// Takes the live facts of one episode out of search, the episode with its last.
void retire(store::WriteTxn& txn, store::Space space, Head& head, Episode& episode,
            const std::vector<Fact>& chosen, const Leaving& leaving) {
    std::set<std::uint64_t> numbers;
    for (const Fact& fact : chosen)
        numbers.insert(fact.number);
    const auto all = facts_of(txn, space, episode);
    const bool whole = std::all_of(all.begin(), all.end(), [&](const Fact& fact) {
        return fact.removal != Removal::none || numbers.contains(fact.number);
    });
    if (whole && episode.removal == Removal::none) {
        remove_episode(txn, space, head, episode, leaving);
        return;
    }
    for (Fact fact : chosen)
        if (fact.removal == Removal::none) remove_fact(txn, space, head, fact, leaving);
}

/// Episodes that have no live fact beside the chosen ones.
std::uint64_t whole_episodes(const store::ReadTxn& txn, store::Space space,
                             const std::map<EpisodeId, std::vector<Fact>>& chosen) {
    std::uint64_t out = 0;
    for (const auto& [id, facts] : chosen) {
        const auto episode = find_episode(txn, space, id);
        if (!episode) continue;
        std::size_t others = 0;
        for (const Fact& fact : facts_of(txn, space, *episode))
            others +=
                fact.removal == Removal::none &&
                        std::none_of(facts.begin(), facts.end(),
                                     [&](const Fact& one) { return one.number == fact.number; })
                    ? 1U
                    : 0U;
        out += others == 0 ? 1U : 0U;
    }
    return out;
}

}  // namespace

Forgotten forget(store::WriteTxn& txn, store::Space space, const ForgetTarget& target,
                 ForgetMode mode, std::int64_t now_ms, bool dry_run) {
    Selection selection(txn, space, mode);
    selection.select(target);
    std::map<EpisodeId, std::vector<Fact>> by_episode;
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, fact] : selection.facts()) {
        by_episode[fact.episode].push_back(fact);
        numbers.push_back(number);
    }
    Forgotten out{whole_episodes(txn, space, by_episode), numbers.size(), selection.more()};
    if (dry_run || numbers.empty()) return out;
    Head head = read_head(txn, space);
    const Leaving leaving{Removal::retired, now_ms, {}, "forgotten"};
    for (const auto& [id, facts] : by_episode)
        if (auto episode = find_episode(txn, space, id))
            retire(txn, space, head, *episode, facts, leaving);
    if (mode == ForgetMode::erase) erase_facts(txn, space, numbers, leaving);
    commit_head(txn, space, head, now_ms);
    return out;
}

}  // namespace tools::memory
