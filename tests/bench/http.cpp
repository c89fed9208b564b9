#include "tests/bench/http.hpp"

#include "tests/bench/client.hpp"
#include "tests/bench/maps.hpp"
#include "tests/bench/measure.hpp"

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace bench {
namespace {

constexpr int updaters = 32;

std::vector<std::string> server(const Setup& setup, const std::string& store) {
    return {
        setup.program + "-http", "--store", store, "--listen", "127.0.0.1:0", "--toolsets", "map",
        "--log-level",           "error"};
}

std::string map_of(int client) {
    return "client-" + std::to_string(client);
}

/// A store of its own with a small map for each client.
std::string small_maps(const Setup& setup, const std::string& folder) {
    std::filesystem::remove_all(folder);
    Client client(setup.server(folder));
    for (int i = 0; i < updaters; ++i)
        build_map(client, map_of(i), plan_size);
    return folder;
}

/// Commits of the store so far, as the server tells them.
double commits(const Listening& http) {
    constexpr const char* name = "\nthroughline_commits_total ";
    const std::string text = http.fetch("/metrics");
    const auto at = text.find(name);
    if (at == std::string::npos) throw std::runtime_error("no figures: " + text);
    return std::stod(text.substr(at + std::string(name).size()));
}

/// Updates from 1 client and from 32, in turns on one store.
struct Updates {
    double one = 0, many = 0;  ///< microseconds an update
    double a_commit = 0;       ///< acknowledged updates of 32 clients for one commit
};

Updates measure_updates(const Setup& setup, const std::string& folder, double seconds) {
    const Listening http(server(setup, small_maps(setup, folder)));
    int number = 0;
    const auto body = [&](int client) {
        return call_line(7, "map_update", five_changes(number++, map_of(client)));
    };
    std::vector<double> one, many, a_commit;
    for (int i = 0; i < 5; ++i) {
        one.push_back(run_load(http.port(), 1, seconds, body).each);
        const double before = commits(http);
        const Load load = run_load(http.port(), updaters, seconds, body);
        many.push_back(load.each);
        a_commit.push_back(load.answers / (commits(http) - before));
    }
    return {median(one), median(many), median(a_commit)};
}

}  // namespace

std::vector<Row> http_ping(const Setup& setup) {
    constexpr int connections = 64;
    const double seconds = setup.quick ? 0.3 : 1;
    const auto body = [](int) {
        return std::string(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    };
    const Listening ours(server(setup, setup.big));
    const Listening echo({setup.floors + "/bench_http_echo"});
    std::vector<double> spread;
    const auto measured = pairs(
        setup.times(5),
        [&] {
            const Load load = run_load(ours.port(), connections, seconds, body);
            spread.push_back(load.p99 / load.p50);
            return load.each;
        },
        [&] { return run_load(echo.port(), connections, seconds, body).each; });
    Row row{.operation = "ping over HTTP, 64 connections",
            .ours = measured.ours,
            .floor = measured.floor,
            .figure = measured.ratio,
            .at_most = 4,
            .note = "floor: epoll echo"};
    if (!setup.http_peer.empty()) {
        const Listening peer(setup.http_peer);
        std::vector<double> each;
        for (int i = 0; i < setup.times(5); ++i)
            each.push_back(run_load(peer.port(), connections, seconds, body).each);
        row.peer = "node http";
        row.peer_value = median(each);
        row.peer_at_least = 1.1;
    }
    return {row,
            {.operation = "its p99 over its p50",
             .unit = "",
             .ours = median(spread),
             .figure = median(spread),
             .at_most = 5}};
}

std::vector<Row> http_update(const Setup& setup) {
    const double seconds = setup.quick ? 0.5 : 2;
    const Updates disk = measure_updates(setup, setup.scratch + "/http_update", seconds);
    const std::string memory_folder = "/dev/shm/throughline-bench-" + std::to_string(::getpid());
    const Updates memory = measure_updates(setup, memory_folder, seconds);
    std::filesystem::remove_all(memory_folder);
    Row row{.operation = "map update over HTTP, 32 clients",
            .ours = disk.many,
            .floor = memory.many,
            .figure = disk.many / memory.many,
            .note = "floor: the same on /dev/shm"};
    const double gain = disk.one / disk.many;
    if (gain < 10) row.at_most = 1 / 0.7;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "; %.1fx the rate of one client", gain);
    row.note += text.data();
    return {row,
            {.operation = "commits an acknowledged update, 32 clients",
             .unit = "",
             .ours = 1 / disk.a_commit,
             .figure = 1 / disk.a_commit,
             .at_most = 1.0 / 8}};
}

Row http_idle_memory(const Setup& setup) {
    const Listening ours(server(setup, setup.big));
    run_load(ours.port(), 1, 0,
             [](int) { return std::string(R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})"); });
    const auto memory = ours.memory();
    return {.operation = "idle memory over HTTP",
            .unit = "MiB",
            .ours = static_cast<double>(memory.resident) / 1024,
            .figure = static_cast<double>(memory.resident) / 1024,
            .at_most = 16,
            .note = "of it its own: " + std::to_string(memory.anonymous) + " KiB"};
}

}  // namespace bench
