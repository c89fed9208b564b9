#include "tools/text/rank.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace text = tools::text;

namespace {

std::map<std::string, float> weights(std::string_view words, float weight = 1) {
    const text::Analyzer analyzer;
    text::Bag bag;
    bag.add(analyzer.words(words), weight);
    std::map<std::string, float> out;
    for (const auto& term : bag.weights())
        out[term.term] = term.weight;
    return out;
}

std::vector<text::QueryTerm> query(std::string_view words) {
    return text::query_terms(text::Analyzer(), words, {.pairs = .3F, .related = 0});
}

}  // namespace

TEST_CASE("a term weighs more the more often it stands in a text, up to a bound") {
    const auto once = weights("ring queue");
    const auto often = weights("ring ring ring queue");
    CHECK(often.at("ring") > once.at("ring"));
    CHECK(weights(std::string(900, ' ') + "ring ring ring ring ring ring ring").at("ring") < 1.9F);
}

TEST_CASE("a term weighs less in a longer text and in a lesser field") {
    CHECK(weights("ring queue arena slot").at("ring") < weights("ring").at("ring"));
    CHECK(weights("ring", .3F).at("ring") < weights("ring").at("ring"));
}

TEST_CASE("neighbouring words are a term of their own") {
    const auto of = weights("night train");
    CHECK(of.contains(text::pair_term("night", "train")));
    CHECK_FALSE(of.contains(text::pair_term("train", "night")));
    CHECK_FALSE(weights("night at the train").contains(text::pair_term("night", "train")));
}

TEST_CASE("a query asks for each term once and for no stop word") {
    const auto asked = query("What about the train, the night train and trains?");
    std::vector<std::string> words;
    for (const auto& term : asked)
        if (term.term.front() != '\x01') words.push_back(term.term);
    CHECK(words == std::vector<std::string>{"train", "night"});
    CHECK(query("who is it of").empty());
}

TEST_CASE("a rare term matters more than a common one, and every one a little") {
    CHECK(text::importance(1'000, 1, 1) > text::importance(1'000, 100, 1));
    CHECK(text::importance(1'000, 5, .3F) < text::importance(1'000, 5, 1));
    CHECK(text::importance(1'000'000, 1'000'000, 1) > 0);
    CHECK(text::importance(10, 50, 1) > 0);
}

TEST_CASE("top keeps the best, of equals those with the lower number") {
    text::Top top(3);
    for (const std::uint64_t document : {9U, 2U, 7U, 4U, 1U})
        top.add({document, document == 9 ? 50U : 10U});
    std::vector<std::uint64_t> documents;
    for (const auto& hit : top.take())
        documents.push_back(hit.document);
    CHECK(documents == std::vector<std::uint64_t>{9, 1, 2});
    CHECK(top.take().empty());
}

TEST_CASE("a query holds other words for its words, to stand in for them") {
    const auto asked = text::query_terms(text::Analyzer(), "the photos", {.pairs = 0});
    REQUIRE(asked.size() > 1);
    CHECK(asked[0].term == "photo");
    CHECK_FALSE(asked[0].instead_of);
    const auto portrait = std::find_if(asked.begin(), asked.end(), [](const text::QueryTerm& term) {
        return term.term == "portrait";
    });
    REQUIRE(portrait != asked.end());
    CHECK(portrait->instead_of == 0);
    CHECK(portrait->weight < 1);
}
