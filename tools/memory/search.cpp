#include "tools/memory/search.hpp"

#include "tools/memory/aliases.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/recall.hpp"
#include "tools/memory/state.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr double who = .2;          ///< the text names the fact's subject
constexpr std::size_t depth = 100;  ///< facts that get a second look, at least
constexpr std::size_t most_in_time = 50;
constexpr std::size_t most_scanned = 200'000;  ///< facts looked at where no part is asked for
constexpr std::size_t most_unknown = 5;

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
        if (query_.order == Order::time) in_time(found);
        page(found);
        if (result_.hits.empty() && query_.skip == 0) explain();
        return std::move(result_);
    }

private:
    [[nodiscard]] bool accepts(std::size_t dataspace, std::uint64_t fact) const {
        return !sieves_[dataspace]->hidden(fact);
    }

    /// The newest facts that the filters let through.
    std::vector<FoundFact> by_filters(std::size_t wanted) {
        std::vector<FoundFact> out;
        const std::size_t most = query_.skip + wanted + 1;
        for (std::size_t i = 0; i < dataspaces_.size(); ++i) {
            if (!sieves_[i]) continue;
            std::size_t left = most;
            const auto look = [&](std::uint64_t number) {
                if (!accepts(i, number)) return;
                if (auto fact = read(i, number, 0)) {
                    out.push_back(*std::move(fact));
                    --left;
                }
            };
            if (const auto& parts = sieves_[i]->parts()) {
                for (std::size_t n = parts->size(); n > 0 && left > 0; --n)
                    look((*parts)[n - 1]);
                continue;
            }
            const std::uint64_t next = read_head(txn_, *dataspaces_[i].space).next_fact;
            for (std::uint64_t n = 1; n < next && n <= most_scanned && left > 0; ++n)
                look(next - n);
        }
        std::stable_sort(out.begin(), out.end(), [](const FoundFact& a, const FoundFact& b) {
            return a.fact.recorded_ms > b.fact.recorded_ms;
        });
        return out;
    }

    /// The best facts for the phrasings together, each read once.
    std::vector<FoundFact> by_words(std::size_t wanted) {
        const std::size_t enough = query_.skip + wanted;
        std::map<std::pair<std::size_t, std::uint64_t>, double> scores;
        std::set<std::string> known;
        for (const std::string& text : query_.texts) {
            const auto recalled = recalled_for(text, std::max(depth, 2 * enough));
            known.insert(recalled.known.begin(), recalled.known.end());
            for (const Recalled& one : recalled.facts)
                scores[{one.dataspace, one.number}] +=
                    one.score / static_cast<double>(query_.texts.size());
        }
        tell_unknown(known);
        std::vector<std::pair<double, std::pair<std::size_t, std::uint64_t>>> ranked;
        for (const auto& [place, score] : scores)
            ranked.push_back({-score, place});
        std::sort(ranked.begin(), ranked.end());
        ranked.resize(std::min(ranked.size(), 2 * enough + 20));
        std::vector<FoundFact> out;
        for (const auto& [score, place] : ranked)
            if (auto fact = read(place.first, place.second, -score))
                out.push_back(*std::move(fact));
        look_closely(out, enough);
        return out;
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
            [this](std::size_t dataspace, std::uint64_t fact) { return accepts(dataspace, fact); });
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
        for (std::size_t i = 0; i < std::min(found.size(), enough); ++i)
            if (doubt(txn_, columns_of(found[i]), found[i], query_.filters))
                found[i].score -= behind_others(found[i]);
        by_score(found);
    }

    [[nodiscard]] const Columns& columns_of(const FoundFact& found) const {
        return sieves_[static_cast<std::size_t>(found.dataspace - dataspaces_.data())]->columns();
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
        result_.left_out =
            std::erase_if(found, [&](const FoundFact& one) { return one.score < best / 2; });
    }

    /// Sorts the best by when they began, those without a time last.
    static void in_time(std::vector<FoundFact>& found) {
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
        found.resize(shown);
        result_.hits = std::move(found);
    }

    /// Names, numbers and ids before other words.
    void tell_unknown(const std::set<std::string>& known) {
        std::vector<std::string> words, names;
        for (const std::string& text : query_.texts)
            for (const std::string& word : unknown_words(text, known)) {
                const bool name = std::any_of(word.begin(), word.end(), [](char c) {
                    const auto byte = static_cast<unsigned char>(c);
                    return std::isupper(byte) != 0 || std::isdigit(byte) != 0 || c == '_' ||
                           c == '/';
                });
                auto& list = name ? names : words;
                if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
            }
        names.insert(names.end(), words.begin(), words.end());
        names.resize(std::min(names.size(), most_unknown));
        result_.unknown = std::move(names);
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
        const Filters& filters = query_.filters;
        std::vector<std::string> words = result_.unknown;
        for (const auto& name : {filters.subject, filters.object, filters.entity})
            if (name) words.push_back(*name);
        for (const std::string& word : words)
            for (const Dataspace& dataspace : dataspaces_) {
                if (!dataspace.space || result_.near.size() >= most_unknown) continue;
                for (auto& name : near_names(txn_, *dataspace.space, word, 3))
                    result_.near.push_back(std::move(name));
            }
    }

    const store::ReadTxn& txn_;
    const std::vector<Dataspace>& dataspaces_;
    const Query& query_;
    std::vector<std::unique_ptr<Sieve>> sieves_;
    SearchResult result_;
};

}  // namespace

SearchResult search(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                    const Query& query) {
    return Searching(txn, dataspaces, query).run();
}

}  // namespace tools::memory
