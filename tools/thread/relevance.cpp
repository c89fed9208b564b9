#include "tools/thread/relevance.hpp"

#include "store/error.hpp"
#include "tools/text/words.hpp"
#include "tools/thread/states.hpp"
#include "tools/thread/stored_vectors.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace tools::thread {
namespace {

std::set<std::string> terms_of(const std::string& words) {
    const text::Analyzer analyzer;
    std::set<std::string> out;
    for (const auto& word : analyzer.words(words))
        out.insert(word.term);
    return out;
}

[[noreturn]] void refuse_query_vector(const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, "the context can't be assembled so",
                       {{"/query_vector", reason, message, "", {}}});
}

void check_query_vector(const View& view, const StoredVectors& vectors, std::size_t dimension) {
    if (view.version().nodes == 0 || vectors.dimension() == dimension) return;
    if (vectors.dimension() == 0)
        refuse_query_vector("no_vectors",
                            "the thread has no vectors: append nodes with `vector`, or ask by "
                            "`query`");
    refuse_query_vector("wrong_dimension", "it has " + std::to_string(dimension) +
                                               " values, the thread's vectors have " +
                                               std::to_string(vectors.dimension()) +
                                               ": send one of their model");
}

class Relevance {
public:
    Relevance(const View& view, Asked asked)
        : view_(&view), by_words_(!asked.words.empty()), terms_(terms_of(asked.words)) {
        if (asked.vector.empty()) return;
        vectors_.emplace(view.txn(), view.space());
        check_query_vector(view, *vectors_, asked.vector.size());
        wanted_ = std::move(asked.vector);
    }

    double of(const Candidate& one) {
        double best = own(one.node);
        if (!one.embeds) return best;
        for (const auto& [other, weight] : near(one.node.number))
            if (best < weight && is_active(*view_, other))
                best = std::max(best, weight * own(view_->node(other)));
        return best;
    }

private:
    double own(const Header& node) {
        const auto known = known_.find(node.number);
        if (known != known_.end()) return known->second;
        double score = by_words_ ? by_words(node) : 0;
        if (vectors_) score = by_words_ ? (score + by_vector(node)) / 2 : by_vector(node);
        known_.emplace(node.number, score);
        return score;
    }

    [[nodiscard]] double by_words(const Header& node) const {
        double all = 0, found = 0;
        const std::set<std::string> there = terms_of(view_->text(node));
        for (const std::string& term : terms_) {
            all += static_cast<double>(term.size());
            if (there.count(term) > 0) found += static_cast<double>(term.size());
        }
        return all == 0 ? 0 : found / all;
    }

    [[nodiscard]] double by_vector(const Header& node) const {
        const auto there = vectors_->find(node.number);
        return there ? std::clamp(embedding::cosine(wanted_, *there), 0.0, 1.0) : 0;
    }

    /// The nodes that embeds links join it with, and how near: the last link counts.
    [[nodiscard]] std::map<Number, double> near(Number node) const {
        std::map<Number, Number> links;
        for (const bool in : {false, true})
            for (const Arc& arc : in ? view_->into(node) : view_->out_of(node)) {
                if (arc.kind != ArcKind::embeds) continue;
                Number& last = links[in ? arc.from : arc.to];
                last = std::max(last, arc.item);
            }
        std::map<Number, double> out;
        for (const auto& [other, item] : links)
            if (const auto link = view_->link(item)) out[other] = link->weight;
        return out;
    }

    const View* view_;
    bool by_words_;
    std::set<std::string> terms_;
    std::optional<StoredVectors> vectors_;
    embedding::Values wanted_;
    std::unordered_map<Number, double> known_;
};

}  // namespace

std::function<double(const Candidate&)> relevance_to(const View& view, Asked asked) {
    return [relevance = Relevance(view, std::move(asked))](const Candidate& one) mutable {
        return relevance.of(one);
    };
}

}  // namespace tools::thread
