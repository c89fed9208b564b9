#include "tools/map/index.hpp"

#include "store/bytes.hpp"
#include "store/content.hpp"
#include "tools/digest.hpp"
#include "tools/text/index.hpp"

namespace tools::map {
namespace {

constexpr float side_field = .6F;  ///< what a word of a reason counts beside one of the text

constexpr double common_share = .01;  ///< of all nodes; a word of more of them names none
constexpr std::uint64_t enough = 64;  ///< nodes among which those nearest to a text are

}  // namespace

std::string encode_words(const StoredWords& stored) {
    const Words& words = stored.words;
    store::Writer to;
    to.u8(static_cast<std::uint8_t>(stored.node.type)).u32(stored.node.number);
    to.text(words.text).text(words.reason).text(words.impact).text(words.mitigation);
    return to.take();
}

namespace {

NodeId decode_node(store::Reader& from) {
    const auto type = static_cast<NodeType>(from.u8() % type_count);
    return {type, from.u32()};
}

}  // namespace

StoredWords decode_words(std::string_view text) {
    if (text.empty()) return {{}, {"[erased]", "", "", ""}};
    store::Reader from(text);
    StoredWords out;
    out.node = decode_node(from);
    for (std::string* part :
         {&out.words.text, &out.words.reason, &out.words.impact, &out.words.mitigation})
        *part = from.text();
    return out;
}

namespace {

/// Stands for a text as a whole, so that its twin is found among any number of nodes
/// with the same common words.
std::string whole_term(std::string_view text) {
    return "=" + digest(text).substr(0, 16);
}

}  // namespace

void index_words(store::WriteTxn& txn, store::Space space, const text::Analyzer& analyzer,
                 std::uint64_t content, const Words& words) {
    text::Bag bag;
    bag.add(analyzer.words(words.text));
    for (const auto* field : {&words.reason, &words.impact, &words.mitigation})
        if (!field->empty()) bag.add(analyzer.words(*field), side_field);
    text::Document document{content, bag.weights()};
    document.terms.push_back({whole_term(words.text), 1});
    text::Index(space).put(txn, {&document, 1});
}

void unindex_words(store::WriteTxn& txn, store::Space space, std::uint64_t content) {
    const text::Document gone{content, {}};
    text::Index(space).put(txn, {&gone, 1});
}

std::vector<Match> matching_nodes(const store::ReadTxn& txn, store::Space space,
                                  std::string_view text, std::size_t limit, double least) {
    const text::Analyzer analyzer;
    const auto terms = text::query_terms(analyzer, text);
    const text::Wanted wanted{
        limit, static_cast<std::uint64_t>(least * text::score_unit), common_share, {}};
    std::vector<Match> out;
    for (const auto& hit : text::Index(space).search(txn, terms, wanted)) {
        const auto stored = store::stored_content(txn, space, hit.document);
        store::Reader from(stored);
        const NodeId node = stored.empty() ? NodeId{} : decode_node(from);
        out.push_back({node, static_cast<double>(hit.score) / text::score_unit});
    }
    return out;
}

std::vector<std::vector<NodeId>> similar_nodes(const store::ReadTxn& txn, store::Space space,
                                               std::span<const std::string> texts,
                                               std::size_t limit) {
    const text::Analyzer analyzer;
    std::vector<std::vector<text::QueryTerm>> queries;
    queries.reserve(texts.size());
    for (const std::string& text : texts) {
        auto terms = text::query_terms(analyzer, text, {.pairs = 0, .related = 0});
        terms.push_back({whole_term(text), 1, std::nullopt, {}});
        queries.push_back(std::move(terms));
    }
    std::vector<std::vector<NodeId>> out;
    out.reserve(texts.size());
    const text::Wanted wanted{limit, 0, 1, {}, enough};
    for (const auto& hits : text::Index(space).search_each(txn, queries, wanted)) {
        std::vector<NodeId>& nodes = out.emplace_back();
        nodes.reserve(hits.size());
        for (const auto& hit : hits) {
            const auto stored = store::stored_content(txn, space, hit.document);
            store::Reader from(stored);
            if (!stored.empty()) nodes.push_back(decode_node(from));
        }
    }
    return out;
}

}  // namespace tools::map
