#include "store/space.hpp"
#include "store/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"
#include "tests/support/vectors.hpp"
#include "tools/thread/stored_vectors.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace tests;
using tools::Json;
using tools::thread::NewVector;
using tools::thread::StoredVectors;

namespace {

constexpr store::Space lane{7, 9};

/// A store that keeps vectors and nothing else.
struct VectorStore {
    TempDir dir;
    store::Store store{{.dir = dir.path() / "store", .sync = false}};
    std::uint64_t last = 0;

    void add(const std::vector<Values>& vectors) {
        std::vector<NewVector> fresh;
        for (const Values& values : vectors)
            fresh.push_back({++last, "/nodes/0/vector", values});
        store.write([&](store::WriteTxn& txn) { tools::thread::store_vectors(txn, lane, fresh); });
    }

    /// All of them, as they are kept.
    std::vector<Values> all() {
        return store.read([&](const store::ReadTxn& txn) {
            const StoredVectors stored(txn, lane);
            std::vector<Values> out;
            for (std::uint64_t node = 1; node <= last; ++node)
                out.push_back(stored.find(node).value());
            return out;
        });
    }

    /// Records of a table, by key.
    std::map<std::string, std::string> table(store::Table table) {
        return store.read([&](const store::ReadTxn& txn) {
            std::map<std::string, std::string> out;
            txn.scan(store::Key(lane, table).range(), {},
                     [&](std::string_view key, std::string_view record) {
                         out.emplace(key, record);
                         return true;
                     });
            return out;
        });
    }
};

std::set<std::size_t> ten_nearest(const Values& wanted, const std::vector<Values>& vectors) {
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t i = 0; i < vectors.size(); ++i)
        found.emplace_back(-tools::thread::embedding::cosine(wanted, vectors[i]), i);
    std::partial_sort(found.begin(), found.begin() + 10, found.end());
    std::set<std::size_t> out;
    for (std::size_t i = 0; i < 10; ++i)
        out.insert(found[i].second);
    return out;
}

}  // namespace

TEST_CASE("D20 codes find at least 9 of the 10 nearest, in at most 1 KB a node") {
    const auto [dimension, clustered] =
        GENERATE(table<std::size_t, bool>({{64, false}, {64, true}, {384, true}, {1536, true}}));
    VectorSource source(dimension, clustered);
    const std::vector<Values> given = source.next(2000);
    VectorStore stored;
    stored.add(given);
    for (const auto& [key, record] : stored.table(store::Table::thread_vector))
        REQUIRE(record.size() <= 1024);
    const std::vector<Values> kept = stored.all();
    std::size_t found = 0;
    for (int i = 0; i < 20; ++i) {
        const Values wanted = source.next();
        const auto exact = ten_nearest(wanted, given), coded = ten_nearest(wanted, kept);
        found += static_cast<std::size_t>(std::count_if(
            exact.begin(), exact.end(), [&](std::size_t one) { return coded.count(one) > 0; }));
    }
    INFO(dimension << (clustered ? " clustered" : " random"));
    CHECK(found >= 180);
}

TEST_CASE("D20 vectors are exact until there are 1,000") {
    VectorSource source(8, true);
    const std::vector<Values> given = source.next(1001);
    VectorStore stored;
    stored.add({given.begin(), given.begin() + 999});
    CHECK(stored.all() == std::vector<Values>(given.begin(), given.begin() + 999));
    CHECK(stored.table(store::Table::thread_codebook).empty());
    stored.add({given[999]});
    CHECK(stored.table(store::Table::thread_codebook).size() == 1);
    for (const auto& [key, record] : stored.table(store::Table::thread_vector))
        REQUIRE(record.size() < 8 * sizeof(float));
    stored.add({given[1000]});
    const std::vector<Values> kept = stored.all();
    for (std::size_t i = 0; i < given.size(); ++i)
        REQUIRE(tools::thread::embedding::cosine(given[i], kept[i]) > .98);
}

TEST_CASE("D20 a code and its record are at most 1 KB in every dimension") {
    const std::size_t dimension = GENERATE(as<std::size_t>{}, 2, 3, 1019, 4096);
    VectorSource source(dimension, true);
    const std::vector<Values> given = source.next(1001);
    VectorStore stored;
    stored.add(given);
    for (const auto& [key, record] : stored.table(store::Table::thread_vector))
        REQUIRE(record.size() <= std::min<std::size_t>(1024, dimension * sizeof(float) + 9));
    const std::vector<Values> kept = stored.all();
    for (std::size_t i = 0; i < given.size(); ++i)
        REQUIRE(tools::thread::embedding::cosine(given[i], kept[i]) > .9);
}

TEST_CASE("D20 how vectors came to 1,000 does not matter, and the bytes are always the same") {
    VectorSource source(12, true);
    const std::vector<Values> given = source.next(1100);
    VectorStore one, two, three;
    one.add(given);
    two.add({given.begin(), given.begin() + 900});
    two.add({given.begin() + 900, given.end()});
    three.add({given.begin(), given.begin() + 1000});
    three.add({given.begin() + 1000, given.end()});
    for (const auto table : {store::Table::thread_vectors, store::Table::thread_vector,
                             store::Table::thread_codebook}) {
        CHECK_FALSE(one.table(table).empty());
        CHECK(one.table(table) == two.table(table));
        CHECK(one.table(table) == three.table(table));
    }
}

TEST_CASE("D20 1,000 vectors that are all alike stay so, of whatever length") {
    VectorStore stored;
    stored.add(std::vector<Values>(1000, {1, 0, 0, 0, -1}));
    stored.add({{1e30F, 0, 0, 0, -1e30F}, {1e-30F, 0, 0, 0, -1e-30F}});
    for (const Values& values : stored.all())
        REQUIRE(tools::thread::embedding::cosine(values, {1, 0, 0, 0, -1}) == Approx(1));
}

TEST_CASE("D20 a thread past 1,000 vectors is assembled by them, also by another process") {
    TempDir dir;
    Caller caller;
    VectorSource source(32, true);
    const std::vector<Values> given = source.next(1100);
    const auto run = [&](store::Store& store, const char* tool, const Json& args) {
        return caller.catalog.tool(tool)->run(store, caller.context(), args).structured;
    };
    const auto nodes_from = [&](std::size_t first, std::size_t last) {
        Json nodes = Json::array();
        for (std::size_t i = first; i < last; ++i)
            nodes.push_back(with(user("thought " + std::to_string(i)), "vector", sent(given[i])));
        return Json{{"nodes", nodes}};
    };
    const Json args = {{"strategy", "relevance"},
                       {"tail_min", 0},
                       {"max_tokens", 14},
                       {"query_vector", sent(given[321])}};
    {
        store::Store store{{.dir = dir.path() / "store", .sync = false}};
        run(store, "thread_append", nodes_from(0, 450));
        run(store, "thread_append", nodes_from(450, 900));
        run(store, "thread_append", nodes_from(900, 1100));
        CHECK(run(store, "thread_assemble", args)["messages"][0]["content"] == "thought 321");
    }
    store::Store again{{.dir = dir.path() / "store", .sync = false}};
    CHECK(run(again, "thread_assemble", args)["messages"][0]["content"] == "thought 321");
}
