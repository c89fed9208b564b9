#include "tests/bench/client.hpp"
#include "tests/bench/lines.hpp"
#include "tests/bench/maps.hpp"
#include "tests/bench/measure.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <unistd.h>

namespace bench {
namespace {

using nlohmann::json;

constexpr int small_nodes = 1'000;

double megabytes(const std::string& folder) {
    double bytes = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder))
        bytes += static_cast<double>(file.file_size());
    return bytes / (1024 * 1024);
}

/// A user's message that concerns plan `number` and a few words that stand in many plans.
json focus_on(int number, const std::string& conversation) {
    return {{"conversation", conversation},
            {"max_nodes", 24},
            {"max_tokens", 4000},
            {"request", "what holds up " + plan_word(number) + " after bace and dice, T" +
                            std::to_string(number * 14 + 1) + "?"}};
}

Row built(const char* what, double microseconds, double target_seconds) {
    return {.operation = what,
            .unit = "s",
            .ours = microseconds / 1e6,
            .figure = microseconds / 1e6,
            .at_most = target_seconds};
}

/// Ours at 100,000 nodes against ours at 1,000.
Row growth(const char* what, int count, const std::function<double(int, const std::string&)>& work,
           double at_most) {
    int number = 0;
    const auto measured = pairs(
        count, [&] { return work(number++, "big"); }, [&] { return work(number++, "small"); });
    return {.operation = what,
            .ours = measured.ours,
            .floor = measured.floor,
            .figure = measured.ratio,
            .at_most = at_most,
            .note = "floor: the same at 1,000 nodes"};
}

/// The reference server's graph of `nodes` entities, thirty to a plan, written as it keeps them.
std::string peer_graph(const Setup& setup) {
    std::string file = setup.scratch + "/peer-graph.jsonl";
    std::ofstream out(file);
    for (int i = 0; i < setup.big_nodes; ++i) {
        const std::string name = plan_word(i / plan_size) + " " + std::to_string(i);
        out << json{{"type", "entity"},
                    {"name", name},
                    {"entityType", "task"},
                    {"observations", {"step of " + name}}}
                   .dump()
            << "\n";
        if (i % plan_size != 0)
            out << json{{"type", "relation"},
                        {"from", name},
                        {"relationType", "next"},
                        {"to", plan_word(i / plan_size) + " " + std::to_string(i - 1)}}
                       .dump()
                << "\n";
    }
    return file;
}

/// Microseconds in which the reference server opens 24 nodes of one plan by name.
double peer_open(const Setup& setup) {
    Client peer(setup.peer, {"MEMORY_FILE_PATH=" + peer_graph(setup)});
    json names = json::array();
    for (int i = 0; i < 24; ++i)
        names.push_back(plan_word(7) + " " + std::to_string(7 * plan_size + i));
    std::vector<double> times;
    for (int i = 0; i < 5; ++i)
        times.push_back(timed([&] { peer.call("open_nodes", {{"names", names}}); }));
    return median(times);
}

/// Fills a store in memory, where a commit waits for no disk, and lays it at `setup.big`.
std::vector<Row> fill(const Setup& setup) {
    namespace fs = std::filesystem;
    std::vector<Row> rows;
    const fs::path memory = "/dev/shm";
    const fs::path folder = (fs::exists(memory) ? memory : fs::path(setup.scratch)) /
                            ("throughline-bench-" + std::to_string(getpid()));
    {
        Client client(setup.server(folder, "relaxed"));
        build_map(client, "small", small_nodes);
        rows.push_back(built("built: a map of 100,000 nodes",
                             timed([&] { build_map(client, "big", setup.big_nodes); }), 60));
        rows.push_back(
            built("built: 100,000 maps", timed([&] { build_maps(client, setup.many_maps); }), 60));
    }
    fs::remove_all(setup.big);
    fs::create_directories(setup.big);
    fs::permissions(setup.big, fs::perms::owner_all);
    fs::copy(folder, setup.big);
    fs::remove_all(folder);
    return rows;
}

}  // namespace

std::vector<Row> build(const Setup& setup) {
    std::vector<Row> rows;
    if (!std::filesystem::exists(setup.big + ".built")) {
        rows = fill(setup);
        std::filesystem::create_directory(setup.big + ".built");
    }
    const double size = megabytes(setup.big);
    rows.push_back(
        {.operation = "size of that store", .unit = "MiB", .ours = size, .figure = size});
    return rows;
}

Row focus(const Setup& setup) {
    Client ours(setup.server(setup.big));
    const std::string folder = setup.scratch + "/walk";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    Child walk({setup.floors + "/bench_walk", folder});
    std::size_t shown = 0;
    // both sides walk the same plans, each plan cold: a second walk of one is three times as fast
    const auto next = [&](int& plan) {
        return plan = (plan + 1117) % (setup.big_nodes / plan_size);
    };
    int asked = 0;
    int walked = 0;
    const auto ask = [&] {
        const std::string line = call_line(9, "map_focus", focus_on(next(asked), "big"));
        std::string answer;
        const double took = timed([&] { answer = ours.child().ask(line); });
        shown = json::parse(answer)["result"]["structuredContent"]["why"].size();
        return took;
    };
    const auto floor = [&] {
        return std::stod(walk.ask(std::to_string(next(walked) * plan_size)));
    };
    for (int i = 0; i < 20; ++i)
        floor();
    const auto measured = pairs(setup.times(200), ask, floor);
    Row row{.operation = "focus of 24 nodes from a map of 100,000",
            .ours = measured.ours,
            .floor = measured.floor,
            .figure = measured.ratio,
            .at_most = 4,
            .note = "floor: walk in process; last focus " + std::to_string(shown) + " nodes"};
    if (!setup.peer.empty()) {
        row.peer = "reference memory server, open_nodes";
        row.peer_value = peer_open(setup);
    }
    return row;
}

Row focus_growth(const Setup& setup) {
    Client ours(setup.server(setup.big));
    const auto work = [&](int number, const std::string& map) {
        const std::string line = call_line(
            9, "map_focus",
            focus_on(number * 7 % ((map == "big" ? setup.big_nodes : small_nodes) / plan_size),
                     map));
        return timed([&] { ours.child().ask(line); });
    };
    return growth("focus, 1,000 -> 100,000 nodes", setup.times(200), work, 2);
}

Row update_growth(const Setup& setup) {
    Client ours(setup.server(setup.big));
    const auto work = [&](int number, const std::string& map) {
        const json changes = five_changes(1'000'000 + number, map);
        return timed([&] { ours.call("map_update", changes); });
    };
    return growth("map update, 1,000 -> 100,000 nodes, full", setup.times(100), work, 2);
}

Row review(const Setup& setup) {
    Client ours(setup.server(setup.big));
    const auto work = [&](int, const std::string& map) {
        return timed([&] { ours.call("map_review", {{"conversation", map}}); });
    };
    return growth("first page of a review, 1,000 -> 100,000 nodes", setup.times(10), work, 4);
}

}  // namespace bench
