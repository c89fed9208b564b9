#include "tools/memory/search.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/distinct.hpp"
#include "tools/memory/guess.hpp"
#include "tools/memory/hops.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/recall.hpp"
#include "tools/memory/state.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr double who = .2;               ///< the text names the fact's subject
constexpr std::size_t depth = 100;       ///< facts that get a second look, at least
constexpr std::size_t next_in_line = 5;  ///< facts that may take the place of doubted ones
constexpr std::size_t most_hops = 3;     ///< facts that come along with the hits
constexpr std::size_t hop_starts = 3;    ///< hits from which they are looked for
constexpr double sure = .8;              ///< of the best score: what such a hit has
constexpr double by_pattern = .5;  ///< what the words of a predicate's pattern count for its facts
constexpr std::size_t most_patterns = 3;
constexpr std::size_t most_of_pattern = 100;  ///< the newest facts of its predicate

/// One search, dataspace by dataspace.
class Searching {
public:
    Searching(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
              const Query& query)
        : txn_(txn), dataspaces_(dataspaces), query_(query) {
        for (const Dataspace& dataspace : dataspaces)
            sieves_.push_back(dataspace.space
                                  ? std::make_unique<Sieve>(txn, *dataspace.space, query.filters)
                                  : nullptr);
    }

    SearchResult run() {
        const std::size_t wanted =
            query_.order == Order::time ? most_in_time : query_.limit.value_or(default_hits);
        std::vector<FoundFact> found = query_.texts.empty() ? by_filters(wanted) : by_words(wanted);
        cut(found);
        if (found.size() < query_.skip + wanted) add_hops(found);
        if (query_.order == Order::time) in_time(found);
        result_.empty = found.empty();
        page(found);
        result_.nearest = nearest_to(txn_, dataspaces_, result_.unknown);
        if (result_.hits.empty() && query_.skip == 0) explain();
        return std::move(result_);
    }

private:
    [[nodiscard]] bool accepts(std::size_t dataspace, std::uint64_t fact) const {
        return !sieves_[dataspace]->hidden(fact);
    }

    /// The newest facts that the filters let through.
    std::vector<FoundFact> by_filters(std::size_t wanted) {
        Distinct distinct;
        result_.whole = true;
        const std::size_t most = query_.skip + wanted + 1;
        for (std::size_t i = 0; i < dataspaces_.size(); ++i) {
            if (!sieves_[i]) continue;
            std::size_t left = most;
            const auto look = [&](std::uint64_t number) {
                if (!accepts(i, number) || met(i, number)) return;
                if (auto fact = read(i, number, 0)) left -= add(distinct, *std::move(fact)) ? 1 : 0;
            };
            if (const auto& parts = sieves_[i]->parts()) {
                for (std::size_t n = parts->size(); n > 0 && left > 0; --n)
                    look((*parts)[n - 1]);
            } else {
                const std::uint64_t next = read_head(txn_, *dataspaces_[i].space).next_fact;
                for (std::uint64_t n = 1; n < next && left > 0; ++n)
                    look(next - n);
            }
            result_.whole = result_.whole && left > 0;
        }
        std::vector<FoundFact> out = distinct.take();
        std::stable_sort(out.begin(), out.end(), [](const FoundFact& a, const FoundFact& b) {
            return a.fact.recorded_ms > b.fact.recorded_ms;
        });
        return out;
    }

    using Place = std::pair<std::size_t, std::uint64_t>;  ///< dataspace and fact

    /// True where the episode of a fact was met before and episodes are asked for.
    [[nodiscard]] bool met(std::size_t dataspace, std::uint64_t fact) const {
        const auto after = met_.upper_bound({dataspace, fact});
        if (after == met_.begin()) return false;
        const auto& [first, end] = *std::prev(after);
        return first.first == dataspace && fact < end;
    }

    /// Keeps a fact, or an episode by it; false where it is known.
    bool add(Distinct& to, FoundFact found) {
        if (!query_.by_episode) return to.add(std::move(found));
        const Place place{place_of(found), found.fact.number};
        if (met(place.first, place.second)) return false;
        const auto episode = find_episode(txn_, *found.dataspace->space, found.fact.episode);
        if (!episode) return false;
        met_[{place.first, episode->first_fact}] = episode->first_fact + episode->facts;
        to.add_apart(std::move(found));
        return true;
    }

    [[nodiscard]] std::size_t place_of(const FoundFact& found) const {
        return static_cast<std::size_t>(found.dataspace - dataspaces_.data());
    }

    using Scores = std::map<Place, double>;
    using Ranked = std::vector<std::pair<double, Place>>;  ///< the score below zero

    /// The best facts for the phrasings together, each read once, one more than is asked
    /// for. Every page meets the same facts in the same order: they are recalled in sets of
    /// growing reach and looked at in blocks whose sizes hang on the page's size alone.
    std::vector<FoundFact> by_words(std::size_t wanted) {
        const std::size_t enough = query_.skip + wanted;
        Distinct out;
        std::set<Place> seen;
        bool more = true;
        for (std::size_t reach = std::max(depth, 2 * wanted); more && out.size() <= enough;
             reach *= 4) {
            const Ranked ranked = ranked_for(reach, seen, more);
            std::size_t at = 0;
            while (at < ranked.size() && out.size() <= enough)
                at = look_at(ranked, at, wanted, out);
            result_.whole = !more && at == ranked.size();
        }
        return out.take();
    }

    /// The facts that are new within a reach, best first; `more` where there may be others.
    Ranked ranked_for(std::size_t reach, std::set<Place>& seen, bool& more) {
        Scores scores;
        std::set<std::string> known;
        more = false;
        const double share = 1 / static_cast<double>(query_.texts.size());
        for (const std::string& text : query_.texts) {
            const auto recalled = recalled_for(text, reach);
            known.insert(recalled.known.begin(), recalled.known.end());
            std::size_t with_words = 0;
            for (const Recalled& one : recalled.facts) {
                with_words += one.words > 0 ? 1 : 0;
                if (accepts(one.dataspace, one.number))
                    scores[{one.dataspace, one.number}] += one.score * share;
            }
            more = more || with_words >= reach;
            if (!intent_of(text).patterns) add_by_patterns(recalled, share, scores);
        }
        if (seen.empty()) result_.unknown = unknown_in(query_.texts, known);
        Ranked out;
        for (const auto& [place, score] : scores)
            if (seen.insert(place).second) out.push_back({-score, place});
        std::sort(out.begin(), out.end());
        return out;
    }

    /// Reads the next block of ranked facts and puts it in its final order.
    std::size_t look_at(const Ranked& ranked, std::size_t at, std::size_t wanted, Distinct& out) {
        const std::size_t end = std::min(ranked.size(), at + 2 * wanted + 20);
        std::vector<FoundFact> block;
        for (; at < end; ++at) {
            const auto& [score, place] = ranked[at];
            if (met(place.first, place.second)) continue;
            if (auto fact = read(place.first, place.second, -score))
                block.push_back(*std::move(fact));
        }
        look_closely(block, wanted);
        for (FoundFact& one : block)
            add(out, std::move(one));
        return end;
    }

    /// The statement of a pattern says something of every fact of its predicate (LM9): what
    /// it holds of the words asked for counts for them, whichever came first.
    void add_by_patterns(const Recall& recalled, double share, Scores& scores) const {
        std::size_t patterns = 0;
        for (const Recalled& one : recalled.facts) {
            if (!one.standing.pattern || one.words <= 0) continue;
            if (++patterns > most_patterns) return;
            const store::Space space = *dataspaces_[one.dataspace].space;
            const auto pattern = find_fact(txn_, space, one.number);
            if (!pattern || pattern->removal != Removal::none) continue;
            const Standings standings(txn_, space);
            for (const std::uint64_t number :
                 linked(txn_, space, Role::predicate, predicate_digest(pattern->predicate),
                        most_of_pattern)) {
                const auto standing = standings.at(number);
                if (standing && !standing->pattern && accepts(one.dataspace, number))
                    scores[{one.dataspace, number}] += by_pattern * one.words * share;
            }
        }
    }

    /// Patterns are recalled although facts alone are asked for.
    [[nodiscard]] bool recalls(std::size_t dataspace, std::uint64_t fact) const {
        const auto why = sieves_[dataspace]->hidden(fact);
        return !why || (why == Hidden::other_kind && query_.filters.kind == EpisodeKind::fact);
    }

    /// Where room is left behind the hits, what hangs on the best of them by a name.
    void add_hops(std::vector<FoundFact>& found) {
        if (!query_.hops || query_.texts.empty() || found.empty()) return;
        const Dataspace* dataspace = found.front().dataspace;
        double best = 0;
        for (const FoundFact& one : found)
            best = std::max(best, one.score);
        std::vector<Fact> starts;
        std::set<std::pair<const Dataspace*, std::uint64_t>> known;
        for (const FoundFact& one : found) {
            known.insert({one.dataspace, one.fact.number});
            for (const Fact& same : one.also)
                known.insert({one.dataspace, same.number});
            if (one.dataspace != dataspace) continue;
            if (starts.size() < hop_starts && !one.fact.pattern && one.score >= sure * best)
                starts.push_back(one.fact);
        }
        const auto place = static_cast<std::size_t>(dataspace - dataspaces_.data());
        const auto fits = [&](const Fact& fact) {
            return !known.contains({dataspace, fact.number}) && accepts(place, fact.number);
        };
        for (Hop& hop : hops(txn_, *dataspace->space, starts, most_hops, fits)) {
            auto read_again = read(place, hop.fact.number, 0);
            if (!read_again ||
                (read_again->state != State::current && read_again->state != State::undated))
                continue;
            result_.left_out -= weak_.erase({dataspace, hop.fact.number});
            read_again->via = std::move(hop.via);
            found.push_back(*std::move(read_again));
        }
    }

    Recall recalled_for(const std::string& text, std::size_t enough) const {
        Phrase phrase{text, {}};
        for (const Dataspace& dataspace : dataspaces_) {
            if (!dataspace.space) continue;
            const auto others = other_names(txn_, *dataspace.space, text);
            phrase.other_words.insert(phrase.other_words.end(), others.begin(), others.end());
        }
        return recall(
            txn_, dataspaces_, phrase, enough,
            [this](std::size_t dataspace, std::uint64_t fact) { return recalls(dataspace, fact); });
    }

    std::optional<FoundFact> read(std::size_t dataspace, std::uint64_t number, double score) const {
        auto fact = find_fact(txn_, *dataspaces_[dataspace].space, number);
        if (!fact) return std::nullopt;
        FoundFact out;
        out.dataspace = &dataspaces_[dataspace];
        out.fact = *std::move(fact);
        out.score = score;
        tell_state(out, query_.filters, query_.now);
        return out;
    }

    /// What only the facts themselves can tell: whom they are about, and their state.
    void look_closely(std::vector<FoundFact>& found, std::size_t enough) const {
        std::string all;
        for (const std::string& text : query_.texts)
            all += text + "\n";
        const Naming naming(all);
        std::map<std::string, double> shares;
        for (FoundFact& one : found) {
            const auto [share, fresh] = shares.try_emplace(one.fact.subject, 0);
            if (fresh) share->second = naming.share(one.fact.subject);
            one.score += who * share->second - behind_others(one);
            if (!query_.filters.as_of) continue;
            const auto said = columns_of(one).at(Column::said, one.fact.number);
            one.tier = tier_of(one, said, query_.filters);
        }
        by_score(found);
        for (std::size_t i = 0; i < std::min(found.size(), enough + next_in_line); ++i)
            if (doubt(txn_, columns_of(found[i]), found[i], query_.filters))
                found[i].score -= behind_others(found[i]);
        by_score(found);
        current_first(found, naming);
    }

    [[nodiscard]] const Columns& columns_of(const FoundFact& found) const {
        return sieves_[place_of(found)]->columns();
    }

    static void by_score(std::vector<FoundFact>& found) {
        std::stable_sort(found.begin(), found.end(), [](const FoundFact& a, const FoundFact& b) {
            return a.tier != b.tier ? a.tier < b.tier : a.score > b.score;
        });
    }

    /// Leaves out what is far behind the best, unless the caller says how many.
    void cut(std::vector<FoundFact>& found) {
        if (query_.limit || query_.texts.empty() || found.empty()) return;
        double best = 0;
        for (const FoundFact& one : found)
            best = std::max(best, one.score);
        result_.left_out = std::erase_if(found, [&](const FoundFact& one) {
            if (one.score >= best / 2) return false;
            weak_.insert({one.dataspace, one.fact.number});
            return true;
        });
    }

    /// Sorts the best by when they began, those without a time last.
    void in_time(std::vector<FoundFact>& found) {
        result_.time_cut = found.size() > most_in_time;
        found.resize(std::min(found.size(), most_in_time));
        const auto time = [](const FoundFact& one) {
            return one.holds.from ? one.holds.from : one.holds.end;
        };
        std::stable_sort(found.begin(), found.end(), [&](const FoundFact& a, const FoundFact& b) {
            const auto first = time(a), second = time(b);
            if (first.has_value() != second.has_value()) return first.has_value();
            return first && first->ms < second->ms;
        });
    }

    void page(std::vector<FoundFact>& found) {
        const std::size_t skip = std::min(query_.skip, found.size());
        found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(skip));
        const std::size_t shown = std::min(found.size(), query_.limit.value_or(default_hits));
        result_.more = found.size() - shown;
        result_.more_counted = result_.whole || query_.order == Order::time;
        found.resize(shown);
        if (query_.skip > 0)  // those of the first page were doubted before
            for (FoundFact& one : found)
                doubt(txn_, columns_of(one), one, query_.filters);
        result_.hits = std::move(found);
    }

    /// Nothing was found: says what the filters hid and which names are near.
    void explain() {
        for (const std::string& text : query_.texts) {
            const auto all = recall(txn_, dataspaces_, {text, {}}, depth,
                                    [](std::size_t, std::uint64_t) { return true; });
            for (const Recalled& one : all.facts)
                if (const auto why = sieves_[one.dataspace]->hidden(one.number))
                    ++result_.hidden[*why];
        }
        add_near(result_, txn_, dataspaces_, query_.filters);
    }

    const store::ReadTxn& txn_;
    const std::vector<Dataspace>& dataspaces_;
    const Query& query_;
    std::vector<std::unique_ptr<Sieve>> sieves_;
    std::set<std::pair<const Dataspace*, std::uint64_t>> weak_;  ///< hits left out
    std::map<Place, std::uint64_t> met_;  ///< episodes: first fact, and behind the last one
    SearchResult result_;
};

}  // namespace

SearchResult search(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                    const Query& query) {
    SearchResult found = Searching(txn, dataspaces, query).run();
    if (!found.empty || found.nearest.empty()) return found;
    SearchResult instead = Searching(txn, dataspaces, with_nearest(query, found.nearest)).run();
    if (instead.empty) return found;
    instead.unknown = std::move(found.unknown);
    instead.nearest = std::move(found.nearest);
    instead.searched_nearest = true;
    return instead;
}

}  // namespace tools::memory
