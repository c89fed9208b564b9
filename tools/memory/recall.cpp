#include "tools/memory/recall.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/index.hpp"
#include "tools/text/index.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

namespace tools::memory {
namespace {

// What counts beside a fact's own words.
constexpr double said_before_weight = .3;  ///< words of what was said right before it
constexpr double question_weight = .8;     ///< the same, where that asks
constexpr double behind = .2;              ///< right behind it
constexpr double two_before = .2;
constexpr double together = .2;   ///< how much of the phrase was said together with it
constexpr double time_told = .1;  ///< a time, where one is asked for
constexpr double mere_question = .2;
constexpr double mere_pattern = .3;
constexpr float other_name = .5F;

using Weights = std::vector<double>;  ///< of a phrase's terms in a fact

/// A fact under a second look.
struct Looked {
    Standing standing;
    Weights own;  ///< empty: it holds no word of the phrase
    double score = 0;
};

/// The best facts of one dataspace, and what stands beside them.
class SecondLook {
public:
    SecondLook(const text::Found& found, const Standings& standings) : found_(found) {
        for (const auto& hit : found.hits)
            if (const auto standing = standings.at(hit.document))
                facts_[hit.document] = {*standing, weights(hit), 0};
        for (const auto& hit : found.hits)
            for (const std::uint64_t number :
                 {hit.document - 1, hit.document + 1, hit.document + 2})
                if (!facts_.contains(number))
                    if (const auto standing = standings.at(number))
                        facts_[number] = {*standing, {}, 0};
    }

    /// Weighs every fact together with its neighbours.
    void weigh() {
        for (auto& [number, fact] : facts_) {
            fact.score = score(number, fact);
            if (fact.own.empty()) continue;
            auto& most = groups_[group_of(number, fact.standing)];
            most.resize(fact.own.size());
            for (std::size_t i = 0; i < most.size(); ++i)
                most[i] = std::max(most[i], fact.own[i]);
        }
    }

    [[nodiscard]] const std::map<std::uint64_t, Looked>& facts() const { return facts_; }

    /// What was said together with a fact, as one text.
    [[nodiscard]] double group_score(std::uint64_t number, const Looked& fact) const {
        const auto at = groups_.find(group_of(number, fact.standing));
        double out = 0;
        for (std::size_t i = 0; at != groups_.end() && i < at->second.size(); ++i)
            out += at->second[i] * found_.importances[i];
        return out;
    }

private:
    static constexpr double ceiling = fact_weights.k1 + 1;  ///< of a weight

    [[nodiscard]] Weights weights(const text::Hit& hit) const {
        Weights out(found_.with_term.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = std::min(found_.weight(hit, i) / 64., ceiling - .02);
        return out;
    }

    /// A neighbour that holds words of the phrase, if it belongs to the same group.
    [[nodiscard]] const Looked* beside(std::uint64_t number, const Standing& standing,
                                       int steps) const {
        const int place = standing.place + steps;
        const auto at = facts_.find(number + static_cast<std::uint64_t>(steps));
        if (place < 0 || at == facts_.end() || at->second.own.empty()) return nullptr;
        return at->second.standing.place == place ? &at->second : nullptr;
    }

    /// BM25 over the counts of words that the weights stand for, neighbours' included.
    [[nodiscard]] double score(std::uint64_t number, const Looked& fact) const {
        Weights counts(found_.with_term.size());
        const auto add = [&](const Looked* from, double share) {
            for (std::size_t i = 0; from != nullptr && i < from->own.size(); ++i)
                counts[i] += share * from->own[i] / (ceiling - from->own[i]);
        };
        add(&fact, 1);
        const Looked* last = beside(number, fact.standing, -1);
        add(last, last != nullptr && last->standing.asks ? question_weight : said_before_weight);
        add(beside(number, fact.standing, 1), behind);
        add(beside(number, fact.standing, -2), two_before);
        double out = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            out += found_.importances[i] * ceiling * counts[i] / (1 + counts[i]);
        return out;
    }

    const text::Found& found_;
    std::map<std::uint64_t, Looked> facts_;
    std::map<std::uint64_t, Weights> groups_;
};

std::vector<text::QueryTerm> terms_of(const text::Analyzer& analyzer, const Phrase& phrase) {
    auto out = text::query_terms(analyzer, phrase.text);
    for (const auto& words : phrase.other_words)
        for (const auto& word : analyzer.words(words)) {
            const bool asked =
                std::any_of(out.begin(), out.end(),
                            [&](const text::QueryTerm& term) { return term.term == word.term; });
            if (!word.stop && !asked) out.push_back({word.term, other_name, std::nullopt, {}});
        }
    return out;
}

double largest(const std::vector<double>& values) {
    const auto at = std::max_element(values.begin(), values.end());
    return at == values.end() || *at <= 0 ? 1 : *at;
}

}  // namespace

Intent intent_of(const std::string& text) {
    std::string folded = " ";
    for (const char c : text::fold(text))
        folded += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : ' ';
    folded += ' ';
    const auto holds = [&](std::string_view words) {
        return folded.find(words) != std::string::npos;
    };
    const auto any = [&](const auto& list) { return std::any_of(list.begin(), list.end(), holds); };
    constexpr std::array<std::string_view, 9> times{" when ",       " what year ",   " which year ",
                                                    " what month ", " which month ", " what date ",
                                                    " what day ",   " which day ",   " how long "};
    constexpr std::array<std::string_view, 9> patterns{
        " ontology ",  " fact type ",  " fact types ", " relation ", " relations ",
        " predicate ", " predicates ", " pattern ",    " patterns "};
    return {any(times), any(patterns)};
}

Recall recall(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
              const Phrase& phrase, std::size_t depth, const Accepts& accepts) {
    const text::Analyzer analyzer;
    const Intent intent = intent_of(phrase.text);
    const auto terms = terms_of(analyzer, phrase);
    Recall out;
    std::vector<double> scores, groups;
    for (std::size_t i = 0; i < dataspaces.size(); ++i) {
        if (!dataspaces[i].space) continue;
        const auto accepts_here = [&](std::uint64_t fact) { return accepts(i, fact); };
        const auto found =
            text::Index(*dataspaces[i].space).find(txn, terms, {depth, 0, 1, accepts_here});
        for (std::size_t t = 0; t < terms.size(); ++t)
            if (found.with_term[t] > 0) out.known.insert(terms[t].term);
        SecondLook look(found, Standings(txn, *dataspaces[i].space));
        look.weigh();
        for (const auto& [number, fact] : look.facts()) {
            if (fact.score <= 0 || (fact.own.empty() && !accepts_here(number))) continue;
            out.facts.push_back({i, number, fact.standing, 0, fact.own.empty() ? 0 : fact.score});
            scores.push_back(fact.score);
            groups.push_back(look.group_score(number, fact));
        }
    }
    const double best = largest(scores), best_group = largest(groups);
    for (std::size_t i = 0; i < out.facts.size(); ++i) {
        Recalled& fact = out.facts[i];
        fact.words /= best;
        fact.score = scores[i] / best + together * groups[i] / best_group;
        if (intent.time && fact.standing.dated) fact.score += time_told;
        if (fact.standing.only_asks) fact.score -= mere_question;
        if (fact.standing.pattern && !intent.patterns) fact.score -= mere_pattern;
    }
    std::sort(out.facts.begin(), out.facts.end(), [](const Recalled& a, const Recalled& b) {
        if (a.score != b.score) return a.score > b.score;
        return std::pair(a.dataspace, a.number) < std::pair(b.dataspace, b.number);
    });
    return out;
}

std::vector<std::string> unknown_words(const std::string& text,
                                       const std::set<std::string>& known) {
    const text::Analyzer analyzer;
    std::vector<std::string> out;
    for (const std::string& spelling : spelled_words(text)) {
        bool asked = false, found = false;
        for (const auto& part : analyzer.words(spelling)) {
            if (part.stop || part.kind == text::WordKind::character) continue;
            asked = true;
            found = found || known.contains(part.term);
        }
        if (asked && !found) out.push_back(spelling);
    }
    return out;
}

Naming::Naming(const std::string& text) {
    for (const auto& word : analyzer_.words(text))
        if (!word.stop) words_.insert(word.term);
}

double Naming::share(const std::string& name) const {
    double all = 0, held = 0;
    for (const auto& word : analyzer_.words(name)) {
        if (word.stop || word.kind != text::WordKind::word) continue;
        all += 1;
        held += words_.contains(word.term) ? 1 : 0;
    }
    return all > 0 ? held / all : 0;
}

}  // namespace tools::memory
