#include "tools/text/index.hpp"

#include "store/space.hpp"
#include "store/store.hpp"
#include "store/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/rank.hpp"
#include "tools/text/segment.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace text = tools::text;

namespace {

constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

text::Document document(std::uint64_t number, std::string_view words) {
    const text::Analyzer analyzer;
    text::Bag bag;
    bag.add(analyzer.words(words));
    return {number, bag.weights()};
}

/// An index in a store of its own.
struct Shelf {
    tests::TempDir dir;
    store::Store store{options()};
    store::Space space = store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::map, "shelf");
    });
    text::Index index{space};

    [[nodiscard]] store::Options options() const {
        store::Options out;
        out.dir = dir.path() / "store";
        out.sync = false;
        return out;
    }

    void put(const std::vector<text::Document>& documents) {
        store.write([&](store::WriteTxn& txn) { index.put(txn, documents); });
    }

    std::vector<text::Hit> search(const std::vector<text::QueryTerm>& terms, std::size_t most,
                                  const std::function<bool(std::uint64_t)>& accept = {}) {
        return store.read([&](const store::ReadTxn& txn) {
            return index.search(txn, terms, {most, 0, 1, accept});
        });
    }

    std::vector<std::uint64_t> find(std::string_view words, std::size_t most = everything) {
        const text::Analyzer analyzer;
        std::vector<std::uint64_t> out;
        for (const auto& hit : search(text::query_terms(analyzer, words), most))
            out.push_back(hit.document);
        return out;
    }

    std::size_t blocks(store::Table table) {
        return store.read([&](const store::ReadTxn& txn) {
            std::size_t n = 0;
            txn.scan(store::Key(space, table).range(), {},
                     [&](std::string_view, std::string_view) { return ++n > 0; });
            return n;
        });
    }

    std::uint64_t size() {
        return store.read([&](const store::ReadTxn& txn) { return index.size(txn); });
    }
};

/// A document as the model sees it: the terms it holds.
using Model = std::map<std::uint64_t, std::set<std::string>>;

/// A random document over a few skewed terms t0, t1, ...
text::Document random_document(std::mt19937& random, std::uint64_t number) {
    std::set<std::string> terms;
    std::geometric_distribution<int> term(.12);
    std::uniform_int_distribution<int> size(1, 9);
    for (int n = size(random); n > 0; --n)
        terms.insert("t" + std::to_string(term(random)));
    std::uniform_real_distribution<float> weight(.1F, 1.9F);
    text::Document out{number, {}};
    for (const auto& word : terms)
        out.terms.push_back({word, weight(random)});
    return out;
}

std::vector<text::QueryTerm> random_query(std::mt19937& random) {
    std::vector<text::QueryTerm> out;
    for (const auto& term : random_document(random, 0).terms)
        out.push_back({term.term, term.weight > 1 ? 1.F : .3F, std::nullopt, {}});
    return out;
}

std::set<std::uint64_t> holding(const Model& model, const std::vector<text::QueryTerm>& query) {
    std::set<std::uint64_t> out;
    for (const auto& [number, terms] : model)
        for (const auto& asked : query)
            if (terms.contains(asked.term)) out.insert(number);
    return out;
}

void change(Shelf& shelf, Model& model, std::mt19937& random, std::size_t batch,
            std::uint64_t numbers) {
    std::uniform_int_distribution<std::uint64_t> number(1, numbers);
    std::map<std::uint64_t, text::Document> documents;
    for (std::size_t i = 0; i < batch; ++i) {
        auto made = random_document(random, number(random));
        if (random() % 4 == 0) made.terms.clear();
        documents[made.number] = made;
    }
    std::vector<text::Document> list;
    for (const auto& [key, made] : documents) {
        list.push_back(made);
        model.erase(key);
        for (const auto& term : made.terms)
            model[key].insert(term.term);
    }
    shelf.put(list);
}

/// Every score is the sum of what the terms of its row say.
void check_rows(Shelf& shelf, const std::vector<text::QueryTerm>& query) {
    const auto found = shelf.store.read([&](const store::ReadTxn& txn) {
        return shelf.index.find(txn, query, {10, 0, 1, {}});
    });
    CHECK(found.documents == shelf.size());
    for (const auto& hit : found.hits) {
        std::uint64_t score = 0;
        for (std::size_t term = 0; term < query.size(); ++term)
            score += std::uint64_t{found.importances[term]} * found.weight(hit, term);
        CHECK(score == hit.score);
    }
}

/// A filter shows the best of what it lets through.
void check_filtered(Shelf& shelf, const std::vector<text::QueryTerm>& query,
                    const std::vector<text::Hit>& all) {
    const auto odd = [](std::uint64_t document) { return document % 2 == 1; };
    std::vector<std::uint64_t> expected, found;
    for (const auto& hit : all)
        if (odd(hit.document) && expected.size() < 10) expected.push_back(hit.document);
    for (const auto& hit : shelf.search(query, 10, odd))
        found.push_back(hit.document);
    CHECK(found == expected);
}

void check_equal(Shelf& shelf, const Model& model, std::mt19937& random) {
    const auto query = random_query(random);
    const auto all = shelf.search(query, everything);
    std::set<std::uint64_t> found;
    for (const auto& hit : all)
        found.insert(hit.document);
    CHECK(found == holding(model, query));
    CHECK(found.size() == all.size());
    CHECK(shelf.size() == model.size());
    check_rows(shelf, query);
    check_filtered(shelf, query, all);
    for (const std::size_t most : {1U, 3U, 10U, 40U}) {
        const auto best = shelf.search(query, most);
        REQUIRE(best.size() == std::min(most, all.size()));
        for (std::size_t i = 0; i < best.size(); ++i) {
            CHECK(best[i].document == all[i].document);
            CHECK(best[i].score == all[i].score);
        }
    }
}

}  // namespace

TEST_CASE("what was written is found at once, best match first") {
    Shelf shelf;
    shelf.put({document(1, "Book the night train to the coast"),
               document(2, "The coast road is closed"), document(3, "Visit the kennel")});
    CHECK(shelf.find("train to the coast") == std::vector<std::uint64_t>{1, 2});
    CHECK(shelf.find("booking trains") == std::vector<std::uint64_t>{1});
    CHECK(shelf.find("the to of").empty());
    CHECK(shelf.find("spaceship").empty());
    CHECK(shelf.find("coast", 1).size() == 1);
    CHECK(shelf.find("coast", 0).empty());
}

TEST_CASE("words side by side beat the same words apart") {
    Shelf shelf;
    shelf.put({document(1, "night shift before the train"), document(2, "the night train home"),
               document(3, "something else")});
    CHECK(shelf.find("night train").front() == 2);
}

TEST_CASE("a replaced or removed document is not found under its old words") {
    Shelf shelf;
    shelf.put({document(1, "slow ferry"), document(2, "slow boat")});
    shelf.put({document(1, "fast telescope")});
    CHECK(shelf.find("slow ferry") == std::vector<std::uint64_t>{2});
    CHECK(shelf.find("telescope") == std::vector<std::uint64_t>{1});
    shelf.put({{1, {}}, {2, {}}, {7, {}}});
    CHECK(shelf.find("slow fast ferry boat telescope").empty());
    CHECK(shelf.size() == 0);
}

TEST_CASE("a filter leaves room for what it lets through") {
    Shelf shelf;
    std::vector<text::Document> documents;
    for (std::uint64_t i = 1; i <= 700; ++i)
        documents.push_back(document(i, i % 7 == 0 ? "ring queue" : "ring queue queue"));
    shelf.put(documents);
    const auto hits = shelf.search({{"queue", 1, std::nullopt, {}}}, 5,
                                   [](std::uint64_t i) { return i % 7 == 0; });
    REQUIRE(hits.size() == 5);
    CHECK(hits.front().document == 7);
    CHECK(hits.back().document == 35);
}

TEST_CASE("where few documents are enough the rarest words bring them") {
    Shelf shelf;
    std::vector<text::Document> documents;
    for (std::uint64_t i = 1; i <= 1'500; ++i)
        documents.push_back(document(i, "common subject" + std::to_string(i % 300)));
    shelf.put(documents);
    const auto terms = text::query_terms(text::Analyzer(), "common subject7");
    const auto hits = shelf.store.read([&](const store::ReadTxn& txn) {
        return shelf.index.search(txn, terms, {12, 0, 1, {}, 4});
    });
    CHECK(hits.size() == 5);
    CHECK(std::all_of(hits.begin(), hits.end(),
                      [](const text::Hit& hit) { return hit.document % 300 == 7; }));
}

TEST_CASE("spaces of one store do not see each other") {
    Shelf shelf;
    shelf.put({document(1, "secret plan")});
    const auto other = shelf.store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::map, "other");
    });
    const text::Index index(other);
    CHECK(shelf.store
              .read([&](const store::ReadTxn& txn) {
                  return index.search(
                      txn, std::vector<text::QueryTerm>{{"secret", 1, std::nullopt, {}}}, {});
              })
              .empty());
}

TEST_CASE("a small space stays in its tail however often it changes") {
    Shelf shelf;
    for (std::uint64_t i = 0; i < 1'500; ++i)
        shelf.put({document(i % 250, "note number " + std::to_string(i))});
    CHECK(shelf.blocks(store::Table::index_segment) == 0);
    CHECK(shelf.size() == 250);
    CHECK(shelf.find("1499") == std::vector<std::uint64_t>{1'499 % 250});
    CHECK(shelf.find("1249").empty());
}

TEST_CASE("a long tail is folded and a search finds the same") {
    Shelf shelf;
    for (std::uint64_t i = 1; i <= 600; ++i)
        shelf.put({document(i, "note about subject " + std::to_string(i % 10))});
    CHECK(shelf.blocks(store::Table::index_segment) > 0);
    CHECK(shelf.size() == 600);
    CHECK(shelf.find("subject 4").size() == 600);
    CHECK(shelf.find("subject 4", 60).back() == 594);
}

TEST_CASE("the best hits equal exhaustive scoring in tails and segments") {
    const auto seed = GENERATE(1U, 2U, 3U);
    Shelf shelf;
    Model model;
    std::mt19937 random(seed);
    for (int round = 0; round < 120; ++round) {
        change(shelf, model, random, 1 + random() % 60, 900);
        check_equal(shelf, model, random);
    }
    CHECK(shelf.blocks(store::Table::index_segment) > 0);
}

TEST_CASE("merges lose nothing while documents change under them") {
    Shelf shelf;
    Model model;
    std::mt19937 random(7);
    for (int round = 0; round < 260; ++round) {
        change(shelf, model, random, 100, 30'000);
        if (round % 20 == 0) check_equal(shelf, model, random);
    }
    for (int round = 0; round < 40; ++round) {
        change(shelf, model, random, 1, 30'000);
        check_equal(shelf, model, random);
    }
}

namespace {

/// Whether any segment, read or not, still has a posting of a document.
bool has_postings(Shelf& shelf, std::uint64_t document) {
    return shelf.store.read([&](const store::ReadTxn& txn) {
        const text::Meta meta = text::read_meta(txn, shelf.space);
        std::vector<std::uint32_t> segments = meta.dropped;
        for (const auto& part : meta.parts)
            segments.push_back(part.segment);
        if (meta.merge) segments.push_back(meta.merge->target);
        for (const auto segment : segments)
            for (text::SegmentReader reader(txn, shelf.space, segment, {}); !reader.done();
                 reader.next())
                for (const auto& posting : text::postings(reader.chunk()))
                    if (posting.document == document) return true;
        return false;
    });
}

bool is_merging(Shelf& shelf) {
    return shelf.store.read([&](const store::ReadTxn& txn) {
        return text::read_meta(txn, shelf.space).merge.has_value();
    });
}

}  // namespace

TEST_CASE("erased documents leave every segment, in the middle of a merge too") {
    Shelf shelf;
    Model model;
    std::mt19937 random(5);
    std::size_t erased_in_merges = 0;
    for (std::uint64_t next = 1; next < 9'000;) {
        std::vector<text::Document> batch;
        for (int i = 0; i < 60; ++i, ++next)
            batch.push_back(random_document(random, next));
        shelf.put(batch);
        for (const auto& one : batch)
            for (const auto& term : one.terms)
                model[one.number].insert(term.term);
        const std::vector gone{batch[random() % 60]};
        const bool merging = is_merging(shelf);
        if (!merging && next % 7 != 0) continue;
        erased_in_merges += merging ? 1U : 0U;
        shelf.store.write([&](store::WriteTxn& txn) {
            shelf.index.fold(txn);
            shelf.index.erase(txn, gone);
        });
        model.erase(gone[0].number);
        CHECK_FALSE(has_postings(shelf, gone[0].number));
    }
    CHECK(erased_in_merges > 0);
    check_equal(shelf, model, random);
}

TEST_CASE("a merge goes on to its end by itself") {
    Shelf shelf;
    Model model;
    std::mt19937 random(3);
    change(shelf, model, random, 5'000, 40'000);
    for (int i = 0; i < 8; ++i)
        change(shelf, model, random, 600, 40'000);
    int slices = 0;
    while (shelf.store.write([&](store::WriteTxn& txn) { return shelf.index.settle(txn); }))
        ++slices;
    CHECK(slices > 0);
    CHECK_FALSE(is_merging(shelf));
    check_equal(shelf, model, random);
}

TEST_CASE("many documents at once become segments at once") {
    Shelf shelf;
    Model model;
    std::mt19937 random(11);
    change(shelf, model, random, 5'000, 20'000);
    CHECK(shelf.blocks(store::Table::index_tail) == 0);
    check_equal(shelf, model, random);
    change(shelf, model, random, 900, 20'000);
    check_equal(shelf, model, random);
}

TEST_CASE("a failed write leaves the index as it was") {
    Shelf shelf;
    shelf.put({document(1, "slow ferry")});
    CHECK_THROWS_AS(shelf.store.write([&](store::WriteTxn& txn) {
        shelf.index.put(txn, std::vector{document(1, "fast telescope")});
        throw std::runtime_error("no");
    }),
                    std::runtime_error);
    CHECK(shelf.find("ferry").size() == 1);
    CHECK(shelf.find("telescope").empty());
}
