#include "tests/bench/lines.hpp"

#include "tests/bench/client.hpp"
#include "tests/bench/maps.hpp"
#include "tests/bench/measure.hpp"

#include <filesystem>

namespace bench {
namespace {

using nlohmann::json;

constexpr std::string_view ping_line = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";

std::string fresh(const Setup& setup, const char* name) {
    const auto folder = std::filesystem::path(setup.scratch) / name;
    std::filesystem::remove_all(folder);
    return folder;
}

std::vector<std::string> peer_variables(const std::string& file) {
    return {"MEMORY_FILE_PATH=" + file};
}

/// Microseconds of one `line` and its answer, over `count` of them.
double each(Child& child, std::string_view line, int count) {
    return timed([&] {
               for (int i = 0; i < count; ++i)
                   child.ask(line);
           }) /
           count;
}

/// One durable change after the other, beside as many syncs of a page.
template <class Line>
Row beside_sync(const Setup& setup, Child& ours, Row row, const Line& change) {
    Child sync({setup.floors + "/bench_sync", fresh(setup, "page")});
    int number = 0;
    constexpr int batch = 20;
    const auto work = [&] {
        std::vector<std::string> lines;
        for (int i = 0; i < batch; ++i)
            lines.push_back(change(number++));
        std::vector<std::string> answers;
        const double took = timed([&] {
            for (const std::string& line : lines)
                answers.push_back(ours.ask(line));
        });
        for (const std::string& answer : answers)
            check_taken(answer);
        return took / batch;
    };
    const auto measured =
        pairs(setup.times(21), work, [&] { return std::stod(sync.ask(std::to_string(batch))); });
    row.ours = measured.ours;
    row.floor = measured.floor;
    row.figure = measured.ratio;
    row.note = "floor: pwrite + fdatasync";
    return row;
}

}  // namespace

Row spawn(const Setup& setup) {
    const std::string hello = initialize_line();
    const auto start = [&](const std::vector<std::string>& command) {
        return timed([&] { Child(command).ask(hello); });
    };
    const auto measured = pairs(
        setup.times(100), [&] { return start(setup.server(setup.big)); },
        [&] { return start({setup.floors + "/bench_echo"}); });
    Row row{.operation = "spawn + initialize, store of a million records",
            .ours = measured.ours,
            .floor = measured.floor,
            .figure = measured.ratio,
            .at_most = 1.6};
    if (!setup.peer.empty()) {
        std::vector<double> times;
        for (int i = 0; i < 5; ++i)
            times.push_back(timed([&] { Child(setup.peer).ask(hello); }));
        row.peer = "reference memory server";
        row.peer_value = median(times);
        row.peer_at_least = 200;
    }
    return row;
}

Row ping(const Setup& setup) {
    Client ours(setup.server(setup.big));
    Child echo({setup.floors + "/bench_echo"});
    constexpr int batch = 2000;
    const auto measured = pairs(
        setup.times(15), [&] { return each(ours.child(), ping_line, batch); },
        [&] { return each(echo, ping_line, batch); });
    Row row{.operation = "ping",
            .ours = measured.ours,
            .floor = measured.floor,
            .figure = measured.ratio,
            .at_most = 2.2};
    if (!setup.peer.empty()) {
        Client peer(setup.peer, peer_variables(fresh(setup, "peer.jsonl")));
        row.peer = "reference memory server";
        each(peer.child(), ping_line, batch);
        row.peer_value = each(peer.child(), ping_line, batch);
        row.peer_at_least = 8;
    }
    return row;
}

Row update(const Setup& setup, const char* durability, double at_most) {
    Client ours(setup.server(fresh(setup, "update"), durability));
    build_map(ours, "small", 120);
    return beside_sync(
        setup, ours.child(),
        {.operation = std::string("map update, 5 changes, ") + durability, .at_most = at_most},
        [](int number) { return call_line(9, "map_update", five_changes(number, "small")); });
}

Row episode(const Setup& setup) {
    auto command = setup.server(fresh(setup, "episodes"));
    command.back() = "memory";
    Client ours(command);
    const auto line = [](int number) {
        return call_line(9, "create_longterm_memory", ten_facts(number));
    };
    for (int i = 0; i < 200; ++i)
        check_taken(ours.child().ask(line(i)));
    return beside_sync(setup, ours.child(),
                       {.operation = "episode of 10 facts, full", .at_most = 4},
                       [&](int number) { return line(200 + number); });
}

Row idle_memory(const Setup& setup) {
    Client ours(setup.server(setup.big));
    ours.request("tools/list", json::object());
    const auto memory = ours.child().memory();
    Row row{.operation = "idle memory, store of a million records",
            .unit = "MiB",
            .ours = static_cast<double>(memory.resident) / 1024,
            .figure = static_cast<double>(memory.resident) / 1024,
            .at_most = 10,
            .note = "of it its own: " + std::to_string(memory.anonymous) + " KiB"};
    if (!setup.peer.empty()) {
        Client peer(setup.peer, peer_variables(fresh(setup, "peer.jsonl")));
        row.peer = "reference memory server";
        row.peer_value = static_cast<double>(peer.child().memory().resident) / 1024;
    }
    return row;
}

}  // namespace bench
