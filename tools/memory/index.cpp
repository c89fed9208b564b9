#include "tools/memory/index.hpp"

#include "tools/text/index.hpp"
#include "tools/text/words.hpp"

#include <string>

namespace tools::memory {
namespace {

constexpr float name_field = .6F;     ///< what a word of a name counts beside one of the statement
constexpr float context_field = .2F;  ///< and one of the episode's context

/// `reports_to` as two words.
std::string predicate_words(std::string label) {
    for (char& c : label)
        if (c == '_') c = ' ';
    return label;
}

text::Document document(const text::Analyzer& analyzer, const Episode& episode, const Fact& fact) {
    text::Bag bag;
    bag.add(analyzer.words(fact.statement));
    for (const auto& field : {fact.subject, predicate_words(fact.predicate), fact.object})
        bag.add(analyzer.words(field), name_field);
    if (!episode.context.empty()) bag.add(analyzer.words(episode.context), context_field);
    return {fact.number, bag.weights()};
}

}  // namespace

void index_facts(store::WriteTxn& txn, store::Space space, const Episode& episode,
                 std::span<const Fact> facts) {
    const text::Analyzer analyzer;
    std::vector<text::Document> documents;
    for (const Fact& fact : facts) {
        text::Document made = document(analyzer, episode, fact);
        if (!made.terms.empty()) documents.push_back(std::move(made));
    }
    text::Index(space).put(txn, documents);
}

}  // namespace tools::memory
