#include "tools/text/rank.hpp"

#include "tools/text/hash.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace tools::text {
namespace {

constexpr unsigned pair_bits = 35;  ///< so many that two pairs of a space hardly ever meet

/// Calls pair(first, second) for neighbouring words that are not both stop words.
template <class F>
void each_pair(std::span<const Word> words, F pair) {
    const Word* before = nullptr;
    for (const auto& word : words) {
        if (word.kind != WordKind::word) continue;
        const bool beside = before != nullptr && word.position == before->position + 1;
        if (beside && !(before->stop && word.stop)) pair(*before, word);
        before = &word;
    }
}

}  // namespace

std::string pair_term(std::string_view first, std::string_view second) {
    std::string both(first);
    both += ' ';
    both += second;
    const std::uint64_t hash = hash64(both);
    std::string out(1, '\x01');
    for (unsigned shift = 0; shift < pair_bits; shift += 7)
        out += static_cast<char>(0x80U | (hash >> shift & 0x7FU));
    return out;
}

void Bag::add(std::span<const Word> words, float weight) {
    for (const auto& word : words) {
        counts_[word.term] += weight;
        if (word.kind == WordKind::word) length_ += weight;
    }
    each_pair(words, [&](const Word& first, const Word& second) {
        counts_[pair_term(first.term, second.term)] += weight;
    });
}

std::vector<Weighted> Bag::weights(const Bm25& bm25) const {
    const float norm = bm25.k1 * (1 - bm25.b + bm25.b * length_ / bm25.mean_length);
    std::vector<Weighted> out;
    out.reserve(counts_.size());
    for (const auto& [term, count] : counts_)
        out.push_back({term, count * (bm25.k1 + 1) / (count + norm)});
    return out;
}

std::vector<QueryTerm> query_terms(const Analyzer& analyzer, std::string_view text,
                                   const Beside& beside, std::size_t most) {
    std::vector<QueryTerm> out;
    std::unordered_map<std::string, std::size_t> places;
    const auto add = [&](const std::string& term, float weight) {
        if (!places.emplace(term, out.size()).second) return false;
        out.push_back({term, weight, std::nullopt, {}});
        return true;
    };
    const auto words = analyzer.words(text, most);
    for (const auto& word : words)
        if (!word.stop && word.kind != WordKind::character) add(word.term, 1);
    const std::size_t own = out.size();
    if (beside.pairs > 0)
        each_pair(words, [&](const Word& first, const Word& second) {
            if (!add(pair_term(first.term, second.term), beside.pairs)) return;
            for (const Word* word : {&first, &second})
                if (!word->stop) out.back().parts.push_back(places.at(word->term));
        });
    if (beside.related > 0)
        for (std::size_t i = 0; i < own; ++i)
            for (const auto& other : analyzer.related(out[i].term))
                if (add(other, beside.related)) out.back().instead_of = i;
    return out;
}

std::uint32_t importance(std::uint64_t documents, std::uint64_t with_term, float query_weight) {
    const auto has = static_cast<double>(with_term);
    const auto lacks = static_cast<double>(documents > with_term ? documents - with_term : 0);
    const double idf = std::log(1 + (lacks + .5) / (has + .5));
    return static_cast<std::uint32_t>(
        std::clamp(std::round(1024 * idf * static_cast<double>(query_weight)), 1., 1e6));
}

std::uint8_t quantised(float weight) {
    return static_cast<std::uint8_t>(std::clamp(std::round(64 * weight), 1.F, 255.F));
}

void Top::add(Hit hit) {
    if (!wants(hit)) return;
    if (heap_.size() == most_) {
        std::pop_heap(heap_.begin(), heap_.end());
        heap_.pop_back();
    }
    heap_.push_back(hit);
    std::push_heap(heap_.begin(), heap_.end());
}

std::vector<Hit> Top::take() {
    std::sort_heap(heap_.begin(), heap_.end());
    return std::exchange(heap_, {});
}

}  // namespace tools::text
