#include "tools/memory/neighbours.hpp"

#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/predicates.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t under_subject = 200;  ///< newest facts looked at
constexpr std::size_t under_object = 50;

bool same_names(const std::string& a, const std::string& b) {
    return normal_name(a) == normal_name(b);
}

bool same_pair(const Fact& a, const Fact& b) {
    return same_names(a.subject, b.subject) && same_names(a.object, b.object);
}

std::string times_of(const Fact& fact) {
    if (!fact.valid_at && !fact.invalid_at) return "undated";
    std::string out;
    if (fact.valid_at) out = "since " + shown(*fact.valid_at);
    if (fact.invalid_at) out += (out.empty() ? "until " : " until ") + shown(*fact.invalid_at);
    return out;
}

class Meetings {
public:
    Meetings(const store::ReadTxn& txn, store::Space space, const Episode& episode,
             const std::vector<Fact>& facts, const std::set<EpisodeId>& replaced,
             const std::set<std::uint64_t>& ended)
        : txn_(txn),
          space_(space),
          episode_(episode),
          facts_(facts),
          replaced_(replaced),
          ended_(ended),
          columns_(txn, space) {}

    std::vector<Finding> run() {
        for (at_ = 0; at_ < facts_.size(); ++at_) {
            drift();
            if (episode_.kind == EpisodeKind::ontology)
                patterns();
            else
                look();
        }
        return std::move(out_);
    }

private:
    /// The live facts a new one may meet, earlier ones of its episode first.
    std::vector<Fact> beside(const Fact& fact) {
        std::vector<Fact> out(facts_.begin(), facts_.begin() + static_cast<std::ptrdiff_t>(at_));
        add(out, linked(txn_, space_, Role::subject, name_digest(fact.subject), under_subject));
        add(out,
            linked_pair(txn_, space_, Role::object, fact.object, fact.predicate, under_object));
        return out;
    }

    void add(std::vector<Fact>& to, const std::vector<std::uint64_t>& numbers) {
        for (const std::uint64_t number : numbers) {
            if (!columns_.live(number) || ended_.contains(number) || has(to, number)) continue;
            auto fact = find_fact(txn_, space_, number);
            if (fact && !replaced_.contains(fact->episode)) to.push_back(*std::move(fact));
        }
    }

    static bool has(const std::vector<Fact>& facts, std::uint64_t number) {
        return std::any_of(facts.begin(), facts.end(),
                           [&](const Fact& fact) { return fact.number == number; });
    }

    void look() {
        const Fact& fact = facts_[at_];
        const std::vector<Fact> near = beside(fact);
        for (const Fact& other : near)
            if (!other.pattern && same_pair(fact, other) && same(fact, other)) return;
        for (const Fact& other : near)
            if (!other.pattern && value(fact, other)) return;
    }

    /// About the same pair: duplicate, other times, negation. True when told.
    bool same(const Fact& fact, const Fact& other) {
        if (negates(fact.predicate, other.predicate) && overlap(fact, other)) {
            tell("negation",
                 name(other) + " says " + other.predicate + " of the same pair, " +
                     times_of(other) + ": one of them ended or is wrong",
                 other, fact.valid_at);
            return true;
        }
        if (fact.predicate != other.predicate) return false;
        if (fact.valid_at == other.valid_at && fact.invalid_at == other.invalid_at) {
            tell("duplicate", name(other) + " says the same: leave this fact out", other, {});
        } else if (fact.invalid_at && !other.invalid_at) {
            tell("ends_stored",
                 name(other) + " is stored as still true, " + times_of(other) + ": end it", other,
                 fact.invalid_at);
        } else {
            tell("other_time",
                 name(other) + " says the same " + times_of(other) +
                     ": replace its episode if that was wrong, keep both if it held twice",
                 other, {});
        }
        return true;
    }

    /// About another value under the same predicate at the same time.
    bool value(const Fact& fact, const Fact& other) {
        if (fact.predicate != other.predicate || !overlap(fact, other)) return false;
        const bool subject = same_names(fact.subject, other.subject);
        const bool object = same_names(fact.object, other.object);
        if (subject == object) return false;
        const Singleness single = singleness_of(fact.predicate);
        if (subject ? single.object : single.subject) {
            tell("contradiction",
                 name(other) + " says " + other.subject + " " + other.predicate + " " +
                     other.object + ", " + times_of(other) + ", and only one can be true at a time",
                 other, fact.valid_at);
            return true;
        }
        if (!subject || std::exchange(told_value_, true)) return false;
        tell("other_value",
             name(other) + " holds another value, " + other.object + ": end it if it stopped",
             other, fact.valid_at);
        return true;
    }

    /// A pattern that is in use already.
    void patterns() {
        const Fact& fact = facts_[at_];
        for (const Fact& other : beside(fact))
            if (other.pattern && fact.predicate == other.predicate && same_pair(fact, other)) {
                tell("duplicate", name(other) + " is the same pattern: leave this one out", other,
                     {});
                return;
            }
    }

    void drift() {
        const std::string& label = facts_[at_].predicate;
        auto known = drifts_.find(label);
        if (known == drifts_.end())
            known = drifts_.emplace(label, used_instead(txn_, space_, label)).first;
        if (known->second)
            out_.push_back({at_,
                            "predicate",
                            "drift",
                            *known->second + " is in use for this: use it, or keep this one if "
                                             "it means something else",
                            "",
                            "",
                            {}});
    }

    const Singleness& singleness_of(const std::string& label) {
        auto known = singles_.find(label);
        if (known == singles_.end())
            known = singles_.emplace(label, singleness(txn_, space_, label)).first;
        return known->second;
    }

    /// How a message names another fact: by id, or as one of the same episode.
    std::string name(const Fact& other) const {
        if (other.number != 0) return fact_id(other);
        for (std::size_t i = 0; i < facts_.size(); ++i)
            if (facts_[i].statement == other.statement && i != at_ && same_pair(facts_[i], other))
                return "/facts/" + std::to_string(i);
        return "this episode";
    }

    void tell(const char* kind, std::string message, const Fact& other,
              const std::optional<Moment>& ends) {
        Finding found{at_, "", kind, std::move(message), "", "", {}};
        if (other.number != 0) found.stored = fact_id(other);
        const bool closable = other.number != 0 && !other.invalid_at;
        const auto end = ends ? ends : episode_.said;
        if (closable && end && (!other.valid_at || other.valid_at->ms < end->ms) &&
            std::string_view(kind) != "duplicate" && std::string_view(kind) != "other_time")
            found.ends_at = end;
        out_.push_back(std::move(found));
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    const Episode& episode_;
    const std::vector<Fact>& facts_;
    const std::set<EpisodeId>& replaced_;
    const std::set<std::uint64_t>& ended_;
    Columns columns_;
    std::size_t at_ = 0;
    bool told_value_ = false;
    std::map<std::string, Singleness> singles_;
    std::map<std::string, std::optional<std::string>> drifts_;
    std::vector<Finding> out_;
};

}  // namespace

std::vector<Finding> meetings(const store::ReadTxn& txn, store::Space space, const Episode& episode,
                              const std::vector<Fact>& facts, const std::set<EpisodeId>& replaced,
                              const std::set<std::uint64_t>& ended) {
    return Meetings(txn, space, episode, facts, replaced, ended).run();
}

}  // namespace tools::memory
