// The least a focus can do: walk from one node over its edges until 24 to 30 nodes are read, in
// process, from LMDB with 100,000 nodes. Answers each line on stdin, a start node, with the
// microseconds of one walk and the nodes it read.
//   bench_walk DIRECTORY
#include <lmdb.h>

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <set>
#include <string>

namespace {

constexpr std::uint32_t nodes = 100'000;
constexpr std::uint32_t cluster = 30;
constexpr std::size_t budget = 28;

/// node (big-endian) alone is the node's record, node + other is an edge of it. Neighbours are
/// scattered over the table, as those of a map are that grew over time and sorts its nodes by type.
std::string key(std::uint32_t node) {
    const std::uint32_t big = htonl(static_cast<std::uint32_t>(node * 38'177ULL % nodes));
    return {reinterpret_cast<const char*>(&big), sizeof big};
}

MDB_val view(const std::string& bytes) {
    return {bytes.size(), const_cast<char*>(bytes.data())};
}

void put(MDB_txn* txn, MDB_dbi table, const std::string& where, const std::string& what) {
    MDB_val k = view(where);
    MDB_val v = view(what);
    mdb_put(txn, table, &k, &v, 0);
}

/// Clusters of 30: each node hangs on its predecessor and on the one at half its place.
void fill(MDB_env* env, MDB_dbi table) {
    MDB_txn* txn = nullptr;
    mdb_txn_begin(env, nullptr, 0, &txn);
    const std::string record(120, 'x');
    for (std::uint32_t node = 0; node < nodes; ++node) {
        put(txn, table, key(node), record);
        const std::uint32_t first = node - node % cluster;
        const std::array<std::uint32_t, 2> ends{node == first ? node : node - 1,
                                                first + (node - first) / 2};
        for (const auto end : ends) {
            if (end == node) continue;
            put(txn, table, key(node) + key(end), "e");
            put(txn, table, key(end) + key(node), "e");
        }
    }
    mdb_txn_commit(txn);
}

/// Nodes read by a walk in breadth from `start`; every record and every edge of a node is touched.
std::size_t walk(MDB_env* env, MDB_dbi table, std::uint32_t start) {
    MDB_txn* txn = nullptr;
    mdb_txn_begin(env, nullptr, MDB_RDONLY, &txn);
    MDB_cursor* cursor = nullptr;
    mdb_cursor_open(txn, table, &cursor);
    std::deque<std::string> queue{key(start)};
    std::set<std::string> seen{key(start)};
    std::size_t read = 0;
    unsigned touched = 0;
    while (!queue.empty() && read < budget) {
        const std::string prefix = queue.front();
        queue.pop_front();
        ++read;
        MDB_val k = view(prefix);
        MDB_val v{};
        for (int rc = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
             rc == 0 && std::memcmp(k.mv_data, prefix.data(), prefix.size()) == 0;
             rc = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) {
            touched +=
                static_cast<unsigned char>(static_cast<const char*>(v.mv_data)[v.mv_size - 1]);
            if (k.mv_size == 8) {
                const std::string other(static_cast<const char*>(k.mv_data) + 4, 4);
                if (seen.insert(other).second) queue.push_back(other);
            }
        }
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(txn);
    return touched == 0 ? 0 : read;
}

}  // namespace

int main(int argc, char** argv) {
    MDB_env* env = nullptr;
    if (argc != 2 || mdb_env_create(&env) != 0) return 2;
    mdb_env_set_mapsize(env, 1UL << 30U);
    if (mdb_env_open(env, argv[1], MDB_NOSYNC, 0600) != 0) return 1;
    MDB_txn* txn = nullptr;
    MDB_dbi table = 0;
    mdb_txn_begin(env, nullptr, 0, &txn);
    mdb_dbi_open(txn, nullptr, 0, &table);
    mdb_txn_commit(txn);
    fill(env, table);
    unsigned start = 0;
    while (std::scanf("%u", &start) == 1) {
        const auto begin = std::chrono::steady_clock::now();
        const std::size_t read = walk(env, table, start % nodes);
        const std::chrono::duration<double, std::micro> took =
            std::chrono::steady_clock::now() - begin;
        std::printf("%.3f %zu\n", took.count(), read);
        std::fflush(stdout);
    }
    mdb_env_close(env);
    return 0;
}
