#include "tools/memory/neighbours.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/polarity.hpp"
#include "tools/memory/predicates.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/wording.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t under_subject = 200;  ///< newest facts looked at, under all names together
constexpr std::size_t under_object = 50;
constexpr std::size_t most_named = 3;  ///< facts that one finding names

bool ends_after_beginning(const Fact& fact, const Moment& end) {
    return !fact.valid_at || fact.valid_at->ms < end.ms;
}

/// A fact that a new one may meet, and which of its names they share.
struct Near {
    Fact fact;
    std::optional<std::int64_t> begins;  ///< at the latest: true from then, or said then
    bool subject = false, object = false;
};

using Rivals = std::vector<const Near*>;

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
          columns_(txn, space),
          aliases_(txn, space) {}

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
    void look() {
        const std::vector<Near> near = beside();
        const bool told = same_pair(near);
        if (!one_value(near) && !told) other_value(near);
    }

    /// The live facts that the new one may meet, earlier ones of its episode first.
    std::vector<Near> beside() {
        const Fact& fact = facts_[at_];
        const auto subjects = names(fact.subject), objects = names(fact.object);
        std::vector<Near> out;
        const auto add = [&](Fact other, std::optional<Moment> said) {
            Near near{std::move(other), {}, false, false};
            near.subject = subjects.contains(normal_name(near.fact.subject));
            near.object = objects.contains(normal_name(near.fact.object));
            if (near.fact.valid_at) said = near.fact.valid_at;
            if (said) near.begins = said->ms;
            if (near.subject || near.object) out.push_back(std::move(near));
        };
        for (std::size_t i = 0; i < at_; ++i)
            add(facts_[i], episode_.said);
        for (const std::uint64_t number : numbers_beside(fact)) {
            auto other = find_fact(txn_, space_, number);
            if (other && other->pattern == (episode_.kind == EpisodeKind::ontology) &&
                !replaced_.contains(other->episode))
                add(*std::move(other), columns_.at(Column::said, number));
        }
        return out;
    }

    /// Live ones under the names of its subject, and under its predicate and object.
    std::vector<std::uint64_t> numbers_beside(const Fact& fact) {
        std::vector<std::uint64_t> out;
        const auto add = [&](const std::vector<std::uint64_t>& numbers, std::size_t most) {
            for (const std::uint64_t number : numbers)
                if (out.size() < most && columns_.live(number) && !ended_.contains(number) &&
                    std::find(out.begin(), out.end(), number) == out.end())
                    out.push_back(number);
        };
        for (const std::string& name : aliases_.of(fact.subject))
            add(linked(txn_, space_, Role::subject, name_digest(name), under_subject),
                under_subject);
        for (const std::string& name : aliases_.of(fact.object))
            add(linked_pair(txn_, space_, Role::object, name, fact.predicate, under_object),
                under_subject + under_object);
        return out;
    }

    std::set<std::string> names(const std::string& name) {
        std::set<std::string> out;
        for (const std::string& one : aliases_.of(name))
            out.insert(normal_name(one));
        return out;
    }

    /// About the same pair: negation, denial, duplicate, an end, other times.
    bool same_pair(const std::vector<Near>& near) {
        const Fact& fact = facts_[at_];
        Rivals negated, denied, equal, open, others;
        for (const Near& one : near) {
            if (!one.subject || !one.object) continue;
            if (negates(fact.predicate, one.fact.predicate)) {
                if (overlap(fact, one.fact)) negated.push_back(&one);
            } else if (fact.predicate == one.fact.predicate) {
                (denies(one.fact) ? denied : kin(one.fact, equal, open, others)).push_back(&one);
            }
        }
        std::erase_if(denied, [&](const Near* one) { return !overlap(fact, one->fact); });
        if (!negated.empty())
            tell("negation", listed(negated) + ": one of them ended or is wrong", negated);
        if (!denied.empty())
            tell("contradiction",
                 listed(denied) +
                     ", and these statements deny each other: one of them ended or "
                     "is wrong",
                 denied);
        if (!equal.empty())
            duplicate(equal);
        else if (!open.empty())
            ends_stored(open);
        else if (!others.empty())
            other_time(*others.front());
        return !(negated.empty() && denied.empty() && equal.empty() && open.empty() &&
                 others.empty());
    }

    [[nodiscard]] bool denies(const Fact& other) const {
        const Fact& fact = facts_[at_];
        return memory::denies(fact.statement, fact.subject, fact.object) !=
               memory::denies(other.statement, other.subject, other.object);
    }

    /// Where a fact of the same pair and predicate belongs.
    Rivals& kin(const Fact& other, Rivals& equal, Rivals& open, Rivals& others) const {
        const Fact& fact = facts_[at_];
        if (fact.valid_at == other.valid_at && fact.invalid_at == other.invalid_at) return equal;
        const bool ends =
            fact.invalid_at && !other.invalid_at && ends_after_beginning(other, *fact.invalid_at);
        return ends ? open : others;
    }

    /// The one in the same words before others: only that one says the same.
    void duplicate(const Rivals& equal) {
        const auto same = std::find_if(equal.begin(), equal.end(),
                                       [&](const Near* one) { return says_it(one->fact); });
        const Near* near = same == equal.end() ? equal.front() : *same;
        if (same == equal.end())
            tell("duplicate",
                 other_words(near->fact) +
                     ": keep this fact when it says something new, else leave it out",
                 {near}, false);
        else
            tell("duplicate",
                 name(near->fact) + " says the same " +
                     (near->fact.statement == facts_[at_].statement
                          ? "word for word"
                          : "as " + quoted_statement(near->fact.statement)) +
                     ": leave this fact out",
                 {near}, false);
    }

    [[nodiscard]] bool says_it(const Fact& other) const {
        return normal_statement(other.statement) == normal_statement(facts_[at_].statement);
    }

    [[nodiscard]] std::string other_words(const Fact& other) const {
        return name(other) + " has the same subject, predicate and object, " + times_of(other) +
               ", in other words: " + quoted_statement(other.statement);
    }

    void ends_stored(const Rivals& open) {
        const bool one = open.size() == 1;
        Finding& told = tell("ends_stored",
                             listed(open) + ", stored as still true: end " + (one ? "it" : "them"),
                             open, false);
        for (const Near* other : open)
            if (other->fact.number != 0 && told.ends.size() < most_named)
                told.ends.push_back({fact_id(other->fact), *facts_[at_].invalid_at});
    }

    void other_time(const Near& other) {
        const Fact& fact = facts_[at_];
        const bool same = says_it(other.fact);
        Finding& told = tell("other_time",
                             (same ? name(other.fact) + " says the same " + times_of(other.fact)
                                   : other_words(other.fact)) +
                                 ": replace its episode if that was wrong, keep both if it held "
                                 "twice" +
                                 (same ? "" : " or this says something new"),
                             {&other}, false);
        const auto& end = other.fact.invalid_at;
        const bool from_before = !episode_.said || (end && episode_.said->ms < end->ms);
        if (!fact.invalid_at && end && from_before && overlap(fact, other.fact)) {
            told.message += "; if this is the same time, it has that end";
            end_new(told, *end);
        }
    }

    /// Another value at the same time where only one can be (LM7).
    bool one_value(const std::vector<Near>& near) {
        const Fact& fact = facts_[at_];
        Rivals rivals;
        for (const Near& one : near)
            if (one.fact.predicate == fact.predicate && one.subject != one.object &&
                overlap(fact, one.fact) && holds_one(fact.predicate, one.subject))
                rivals.push_back(&one);
        if (rivals.empty()) return false;
        tell("contradiction", listed(rivals) + ", and only one can be true at a time", rivals);
        return true;
    }

    /// A stored open value beside a new one, once an episode; not where a pattern says that
    /// there may be several.
    void other_value(const std::vector<Near>& near) {
        const Fact& fact = facts_[at_];
        if (told_value_) return;
        Rivals rivals;
        for (const Near& one : near)
            if (one.fact.number != 0 && one.fact.predicate == fact.predicate && one.subject &&
                !one.object && overlap(fact, one.fact))
                rivals.push_back(&one);
        if (rivals.empty() || told_of(fact.predicate).told || aliases_.joins(fact.predicate))
            return;
        told_value_ = true;
        const Near& other = *rivals.front();
        tell("other_value",
             name(other.fact) + " holds another value, " + text::reveal(other.fact.object) +
                 ": end it if it stopped",
             {&other});
    }

    /// A pattern that is in use already.
    void patterns() {
        const Fact& fact = facts_[at_];
        for (const Near& one : beside())
            if (fact.predicate == one.fact.predicate && one.subject && one.object) {
                tell("duplicate", name(one.fact) + " is the same pattern: leave this one out",
                     {&one}, false);
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

    const Singleness& told_of(const std::string& label) {
        auto known = told_.find(label);
        if (known == told_.end())
            known = told_.emplace(label, told_singleness(txn_, space_, label)).first;
        return known->second;
    }

    /// True where a subject (of_subject; else an object) has one value at a time.
    bool holds_one(const std::string& label, bool of_subject) {
        const Singleness& told = told_of(label);
        if (of_subject ? told.object : told.subject) return true;
        auto known = in_use_.find({label, of_subject});
        if (known == in_use_.end())
            known = in_use_
                        .emplace(std::pair{label, of_subject},
                                 single_in_use(txn_, space_, label, of_subject))
                        .first;
        return known->second;
    }

    /// How a message names another fact: by id, or as one of the same episode.
    std::string name(const Fact& other) const {
        if (other.number != 0) return fact_id(other);
        for (std::size_t i = 0; i < at_; ++i)
            if (facts_[i].statement == other.statement && facts_[i].subject == other.subject &&
                facts_[i].object == other.object)
                return "/facts/" + std::to_string(i);
        return "this episode";
    }

    /// The newest few, and how many there are.
    std::string listed(const Rivals& rivals) const {
        std::string out;
        for (std::size_t i = 0; i < std::min(rivals.size(), most_named); ++i) {
            const Fact& other = rivals[i]->fact;
            out += (i == 0 ? "" : "; ") + name(other) + " says " + text::reveal(other.subject) +
                   " " + other.predicate + " " + text::reveal(other.object) + ", " +
                   times_of(other);
        }
        if (rivals.size() <= most_named) return out;
        return out + "; and " + std::to_string(rivals.size() - most_named) + " more (" +
               std::to_string(rivals.size()) + " in all)";
    }

    /// A finding about other facts, with what would end if `ways_out` are wanted.
    Finding& tell(const char* kind, std::string message, const Rivals& rivals,
                  bool ways_out = true) {
        Finding found{at_, "", kind, std::move(message), "", "", {}};
        for (const Near* one : rivals)
            if (found.stored.empty() && one->fact.number != 0) found.stored = fact_id(one->fact);
        if (ways_out) advise(found, rivals);
        out_.push_back(std::move(found));
        return out_.back();
    }

    /// What was true before gives way to what came after it: stored facts end where the
    /// new one begins, and the new one ends where later ones began (LM6a).
    void advise(Finding& found, const Rivals& rivals) const {
        const Fact& fact = facts_[at_];
        const auto begins = fact.valid_at ? fact.valid_at : episode_.said;
        std::optional<Moment> own_end;
        bool older = false;
        for (const Near* one : rivals) {
            const Fact& other = one->fact;
            if (begins && one->begins && begins->ms < *one->begins) {
                older = true;
                if (other.valid_at && (!own_end || other.valid_at->ms < own_end->ms))
                    own_end = other.valid_at;
            } else if (other.number != 0 && !other.invalid_at && begins &&
                       ends_after_beginning(other, *begins) && found.ends.size() < most_named) {
                found.ends.push_back({fact_id(other), *begins});
            }
        }
        if (!older || fact.invalid_at) return;
        found.message += "; this one is older: give it its invalid_at_iso";
        if (own_end) end_new(found, *own_end);
    }

    void end_new(Finding& found, const Moment& end) const {
        if (!ends_after_beginning(facts_[at_], end)) return;
        found.ends.push_back({std::string(episode_.id.str()) + "#" + std::to_string(at_), end});
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    const Episode& episode_;
    const std::vector<Fact>& facts_;
    const std::set<EpisodeId>& replaced_;
    const std::set<std::uint64_t>& ended_;
    Columns columns_;
    Aliases aliases_;
    std::size_t at_ = 0;
    bool told_value_ = false;
    std::map<std::string, Singleness> told_;
    std::map<std::pair<std::string, bool>, bool> in_use_;
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
