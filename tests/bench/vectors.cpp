// Measures a thread whose nodes have vectors, in one process and in CPU time.
//   bench_vectors STORE [nodes]
// For 384 and 1,536 dimensions it grows a thread to 10,000 nodes. It prints an append of ten nodes
// before and after the 1,000th vector and the one that trains the codebook, an assembly of 8,000
// tokens by words and by vector, and what vectors take: bytes a node, share of the thread (D20).
#include "tests/support/vectors.hpp"

#include "store/table.hpp"
#include "tests/bench/in_process.hpp"
#include "tests/bench/measure.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using tools::Json;

/// CPU milliseconds that a piece of work takes.
template <class Work>
double took(const Work& work) {
    const double start = bench::cpu_ms();
    work();
    return bench::cpu_ms() - start;
}

/// A thread of prompts and completions, each with a vector.
class Thread {
public:
    Thread(store::Store& store, std::size_t dimension)
        : store_(store),
          tools_(store),
          source_(dimension, true),
          name_("t" + std::to_string(dimension)) {}

    double append(std::size_t count) {
        Json nodes = Json::array();
        for (std::size_t i = 0; i < count; ++i, ++nodes_)
            nodes.push_back({{"kind", nodes_ % 2 == 0 ? "prompt" : "completion"},
                             {"content", "message " + std::to_string(nodes_) +
                                             " says where the harbor is and what it costs"},
                             {"vector", tests::sent(source_.next())}});
        return took([&] { call("thread_append", {{"nodes", nodes}}); });
    }

    double assemble(const Json& by) {
        Json args = by;
        args["max_tokens"] = 8'000;
        args["strategy"] = "relevance";
        return took([&] { call("thread_assemble", args); });
    }

    Json query_vector() { return {{"query_vector", tests::sent(source_.next())}}; }

    /// Bytes of keys and records in the tables from one to another.
    std::size_t bytes(store::Table first, store::Table last) {
        return store_.read([&](const store::ReadTxn& txn) {
            const auto space =
                store::find_space(txn, tools_.principal().tenant, store::SpaceKind::thread, name_);
            std::size_t out = 0;
            txn.scan({store::Key(*space, first).str(), store::Key(*space, last).range().high}, {},
                     [&](std::string_view key, std::string_view record) {
                         out += key.size() + record.size();
                         return true;
                     });
            return out;
        });
    }

private:
    void call(const char* tool, Json arguments) {
        arguments["thread"] = name_;
        tools_.call(tool, arguments);
    }

    store::Store& store_;
    bench::InProcess tools_;
    tests::VectorSource source_;
    std::string name_;
    std::size_t nodes_ = 0;
};

}  // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "bench_vectors STORE [nodes]\n");
        return 2;
    }
    const std::size_t most = count > 2 ? std::strtoul(words[2], nullptr, 10) : 10'000;
    store::Store store({.dir = words[1], .sync = false});
    std::printf("%9s %9s %9s %9s %9s %9s %11s %8s\n", "dimension", "exact ms", "train ms",
                "coded ms", "words ms", "vector ms", "bytes/node", "share");
    for (const std::size_t dimension : {std::size_t{384}, std::size_t{1'536}}) {
        Thread thread(store, dimension);
        std::vector<double> exact, coded, by_words, by_vector;
        for (std::size_t nodes = 0; nodes < 990; nodes += 10)
            exact.push_back(thread.append(10));
        const double train = thread.append(10);
        for (std::size_t nodes = 1'000; nodes < most; nodes += 10)
            coded.push_back(thread.append(10));
        for (int i = 0; i < 5; ++i) {
            by_words.push_back(thread.assemble({{"query", "where is the harbor"}}));
            by_vector.push_back(thread.assemble(thread.query_vector()));
        }
        const auto vectors = static_cast<double>(
            thread.bytes(store::Table::thread_vector, store::Table::thread_vector));
        const auto all =
            static_cast<double>(thread.bytes(store::Table::content, store::Table::thread_codebook));
        std::printf("%9zu %9.2f %9.0f %9.2f %9.1f %9.1f %11.0f %7.0f%%\n", dimension,
                    bench::median(exact), train, bench::median(coded), bench::median(by_words),
                    bench::median(by_vector), vectors / static_cast<double>(most),
                    100 * vectors / all);
        std::fflush(stdout);
    }
    return 0;
}
