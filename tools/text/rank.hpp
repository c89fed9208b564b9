#pragma once

#include "tools/text/words.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tools::text {

/// A term, and how much it says of its document. Terms hold no NUL and at most 96
/// bytes.
struct Weighted {
    std::string term;
    float weight = 0;
};

/// A term that a query asks for.
struct QueryTerm {
    std::string term;
    float weight = 1;
    /// Place of another term of the query: this one is asked for in its stead, while
    /// hardly a document holds that one.
    std::optional<std::size_t> instead_of;
    /// Places of terms without which no document holds this one.
    std::vector<std::size_t> parts;
};

/// How often a term has to stand in a text, and how long the text may be, until
/// more of it says nothing new (BM25). The mean length is a setting, not a
/// measurement, so that a document's weights never change while others come.
struct Bm25 {
    float k1 = .9F;
    float b = .4F;
    float mean_length = 14;  ///< words
};

/// The term under which two words side by side are found.
std::string pair_term(std::string_view first, std::string_view second);

/// Gathers the fields of one document.
class Bag {
public:
    /// Adds a field's words, each counted `weight` times, and its pairs.
    void add(std::span<const Word> words, float weight = 1);

    /// A term that was no word of a text, such as a date or an entity.
    void add(const std::string& term, float weight = 1) { counts_[term] += weight; }

    /// The weights of all terms, by term; each at most k1 + 1.
    [[nodiscard]] std::vector<Weighted> weights(const Bm25& bm25 = {}) const;

private:
    std::map<std::string, float, std::less<>> counts_;
    float length_ = 0;
};

/// What matters in a query beside its words, by weight; 0: nothing.
struct Beside {
    float pairs = .3F;    ///< two words side by side
    float related = .5F;  ///< other words for a word that the documents lack
};

/// The terms a text asks for, each once, without stop words. Past the first `most`
/// words it is not read.
std::vector<QueryTerm> query_terms(const Analyzer& analyzer, std::string_view text,
                                   const Beside& beside = {}, std::size_t most = 2'000);

/// Inverse document frequency times a query's weight, in whole steps of 1/1024:
/// sums of integers come out the same in any order.
std::uint32_t importance(std::uint64_t documents, std::uint64_t with_term, float query_weight);

/// A weight as it is stored, in steps of 1/64.
std::uint8_t quantised(float weight);

inline constexpr double score_unit = 65'536;  ///< of Hit::score: both steps together

struct Hit {
    std::uint64_t document = 0;
    std::uint64_t score = 0;  ///< BM25 in steps of 1/65536
    std::uint32_t row = 0;    ///< of its weights in Found

    /// Better hits first; of equal ones that with the lower number.
    bool operator<(const Hit& other) const {
        return score != other.score ? score > other.score : document < other.document;
    }
};

/// The best hits seen so far, at most so many.
class Top {
public:
    explicit Top(std::size_t most, std::uint64_t least = 0) : most_(most), least_(least) {}

    /// True if a hit would be among the best, and reaches the least score.
    [[nodiscard]] bool wants(Hit hit) const {
        if (hit.score < least_) return false;
        return heap_.size() < most_ || (most_ > 0 && hit < heap_.front());
    }

    void add(Hit hit);

    /// What reaches less than this score is not wanted.
    [[nodiscard]] std::uint64_t least() const {
        return heap_.size() < most_ || heap_.empty() ? least_ : heap_.front().score;
    }

    /// Best first; empties this.
    std::vector<Hit> take();

private:
    std::size_t most_;
    std::uint64_t least_;
    std::vector<Hit> heap_;  ///< the worst on top
};

}  // namespace tools::text
