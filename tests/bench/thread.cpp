// Measures threads at the sizes of their targets, in one process and in CPU time.
//   bench_thread STORE [most nodes]
// Grows one thread through thread_append to 10,000, 20,000, 100,000, 200,000 and 1,000,000 nodes;
// at each size it assembles a context of 8,000 tokens, without and with a query, and appends
// single nodes. The floor of an assembly is one pass over the hot headers, each checked and read
// without an allocation.
#include "store/table.hpp"
#include "tests/bench/in_process.hpp"
#include "tests/bench/measure.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using tools::Json;

constexpr std::size_t nodes_a_call = 100;

/// The thread under measurement, asked through its tools.
class Chat {
public:
    explicit Chat(const std::string& dir) : store_({.dir = dir, .sync = false}) {}

    void grow_to(std::size_t nodes) {
        while (nodes_ < nodes)
            append(std::min(nodes_a_call, nodes - nodes_));
    }

    void append(std::size_t count) {
        Json nodes = Json::array();
        for (std::size_t i = 0; i < count; ++i, ++nodes_)
            nodes.push_back({{"kind", nodes_ % 2 == 0 ? "prompt" : "completion"},
                             {"content", "message " + std::to_string(nodes_) +
                                             " says where the harbor is and what it costs"}});
        tools_.call("thread_append", {{"nodes", nodes}});
    }

    void assemble(Json how) {
        how["max_tokens"] = 8'000;
        tools_.call("thread_assemble", how);
    }

    /// Tokens of all nodes, from one pass over their headers.
    std::uint64_t pass_over_headers() {
        return store_.read([&](const store::ReadTxn& txn) {
            const auto space =
                store::find_space(txn, tools_.principal().tenant, store::SpaceKind::thread, "main");
            std::uint64_t tokens = 0;
            txn.scan(store::Key(*space, store::Table::thread_node).range(), {},
                     [&](std::string_view key, std::string_view record) {
                         tokens += header_tokens(key, record);
                         return true;
                     });
            return tokens;
        });
    }

private:
    static std::uint64_t header_tokens(std::string_view key, std::string_view record) {
        store::Reader from(store::unseal(key, record, store::Table::thread_node, 1));
        from.raw(32);   // id
        from.u8();      // kind
        from.u8();      // flags
        from.varint();  // time
        const std::uint64_t tokens = from.varint();
        for (std::uint64_t parents = from.varint(); parents > 0; --parents)
            from.varint();
        return tokens;
    }

    store::Store store_;
    bench::InProcess tools_{store_};
    std::size_t nodes_ = 0;
};

template <class Work>
double median_ms(int times, const Work& work) {
    std::vector<double> out;
    for (int i = 0; i < times; ++i) {
        const double start = bench::cpu_ms();
        work();
        out.push_back(bench::cpu_ms() - start);
    }
    return bench::median(std::move(out));
}

}  // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "bench_thread STORE [most nodes]\n");
        return 2;
    }
    const std::size_t most = count > 2 ? std::strtoul(words[2], nullptr, 10) : 1'000'000;
    Chat chat(words[1]);
    std::printf("%9s %9s %11s %6s %9s %6s %10s\n", "nodes", "floor ms", "assembly ms", "ratio",
                "query ms", "ratio", "append ms");
    std::uint64_t seen = 0;
    for (const std::size_t nodes :
         std::vector<std::size_t>{10'000, 20'000, 100'000, 200'000, 1'000'000}) {
        if (nodes > most) break;
        chat.grow_to(nodes);
        const double floor = median_ms(7, [&] { seen += chat.pass_over_headers(); });
        const double plain = median_ms(7, [&] { chat.assemble(Json::object()); });
        const double asked = median_ms(7, [&] {
            chat.assemble({{"query", "where is the harbor"}});
        });
        const double append = median_ms(101, [&] { chat.append(1); });
        std::printf("%9zu %9.2f %11.1f %6.1f %9.1f %6.1f %10.3f\n", nodes, floor, plain,
                    plain / floor, asked, asked / floor, append);
        std::fflush(stdout);
    }
    return seen > 0 ? 0 : 1;
}
