#include "tools/memory/coverage/harvest.hpp"

#include "tools/memory/links.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tools::memory::coverage {
namespace {

constexpr std::size_t most_facts = 20'000;
constexpr std::size_t most_patterns = 50;

/// How a predicate in use is covered, the best first.
enum class Cover { fresh, revised, reused, none };

class Reaping {
public:
    Reaping(const store::ReadTxn& txn, store::Space space, const std::string& source)
        : txn_(txn), space_(space), source_(source) {}

    Harvest reap(const std::function<void()>& check) {
        std::size_t seen = 0;
        for (const std::uint64_t number :
             linked(txn_, space_, Role::source, source_digest(source_), most_facts)) {
            if (++seen % 256 == 0) check();
            if (const auto fact = find_fact(txn_, space_, number)) take(*fact);
        }
        for (const std::string& predicate : predicates_)
            count(cover_of(predicate), predicate);
        return std::move(out_);
    }

private:
    /// The episode of a fact, looked up once; nothing where it has another source.
    const Episode* episode_of(const Fact& fact) {
        const auto [known, fresh] = episodes_.try_emplace(fact.episode);
        if (fresh) {
            known->second = find_episode(txn_, space_, fact.episode);
            if (known->second && known->second->source != source_) known->second.reset();
            if (known->second) take(*known->second);
        }
        return known->second ? &*known->second : nullptr;
    }

    void take(const Episode& episode) {
        if (episode.kind == EpisodeKind::ontology) return;
        ++out_.episodes;
        if (episode.removal == Removal::replaced) ++out_.replaced;
        if (episode.removal == Removal::retired || episode.removal == Removal::erased)
            ++out_.forgotten;
        if (episode.removal != Removal::none || !episode.said) return;
        ++out_.dated_episodes;
        if (!out_.first_said || *episode.said < *out_.first_said) out_.first_said = episode.said;
        if (!out_.last_said || *out_.last_said < *episode.said) out_.last_said = episode.said;
    }

    void take(const Fact& fact) {
        if (episode_of(fact) == nullptr || fact.pattern || fact.removal != Removal::none) return;
        ++out_.facts;
        if (fact.valid_at || fact.invalid_at) ++out_.dated_facts;
        predicates_.insert(fact.predicate);
    }

    Cover cover_of(const std::string& predicate) {
        Cover best = Cover::none;
        for (const std::uint64_t number :
             linked(txn_, space_, Role::pattern, predicate_digest(predicate), most_facts)) {
            const auto fact = find_fact(txn_, space_, number);
            if (!fact || !fact->pattern || fact->removal != Removal::none ||
                fact->predicate != predicate)
                continue;
            const auto episode = find_episode(txn_, space_, fact->episode);
            if (!episode) continue;
            const Cover cover = episode->source != source_  ? Cover::reused
                                : episode->replaces.empty() ? Cover::fresh
                                                            : Cover::revised;
            best = std::min(best, cover);
        }
        return best;
    }

    void count(Cover cover, const std::string& predicate) {
        if (cover == Cover::fresh) ++out_.new_patterns;
        if (cover == Cover::revised) ++out_.revised_patterns;
        if (cover == Cover::reused) ++out_.reused_patterns;
        if (cover == Cover::none && out_.without_pattern.size() < most_patterns)
            out_.without_pattern.push_back(predicate);
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    const std::string& source_;
    Harvest out_;
    std::map<EpisodeId, std::optional<Episode>> episodes_;
    std::set<std::string> predicates_;
};

}  // namespace

Harvest harvest(const store::ReadTxn& txn, store::Space space, const std::string& source,
                const std::function<void()>& check) {
    return Reaping(txn, space, source).reap(check);
}

}  // namespace tools::memory::coverage
