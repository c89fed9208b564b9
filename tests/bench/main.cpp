// Measures the program beside its floors and prints the table of targets.
//   bench_driver PROGRAM FLOORS WORK [--quick | --smoke] [--only WORD] [--json FILE]
//                [--peer SCRIPT] [--http-peer SCRIPT] [--tokens N]...
#include "tests/bench/http.hpp"
#include "tests/bench/lines.hpp"

#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <sched.h>

namespace {

/// Both sides on one core while `work` runs, then both free again.
bench::Row pinned(const std::function<bench::Row()>& work) {
    cpu_set_t before;
    cpu_set_t one;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    auto row = work();
    sched_setaffinity(0, sizeof before, &before);
    return row;
}

bench::Row tokens(const char* operation, double count, double at_most) {
    return {.operation = operation,
            .unit = "tokens",
            .ours = count,
            .figure = count,
            .at_most = at_most};
}

struct Options {
    bench::Setup setup;
    std::string json = "bench.json";
    std::string only;  ///< measures the lines whose name holds it
    std::vector<double> tokens;
    bool smoke = false;
};

Options read(int argc, char** argv) {
    Options out;
    out.setup = {.program = argv[1],
                 .floors = argv[2],
                 .big = std::string(argv[3]) + "/store",
                 .scratch = argv[3],
                 .peer = {},
                 .http_peer = {}};
    for (int i = 4; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--quick") out.setup.quick = true;
        if (word == "--smoke") {
            out.smoke = out.setup.quick = true;
            out.setup.big_nodes = 3'000;
            out.setup.many_maps = 1'000;
        }
        if (word == "--only" && i + 1 < argc) out.only = argv[++i];
        if (word == "--json" && i + 1 < argc) out.json = argv[++i];
        if (word == "--peer" && i + 1 < argc) out.setup.peer = {"node", argv[++i]};
        if (word == "--http-peer" && i + 1 < argc) out.setup.http_peer = {"node", argv[++i]};
        if (word == "--tokens" && i + 1 < argc) out.tokens.push_back(std::stod(argv[++i]));
    }
    return out;
}

std::vector<bench::Row> measure(const Options& options) {
    const auto& setup = options.setup;
    auto rows = bench::build(setup);
    const auto line = [&](const std::string& name, const auto& work) {
        if (name.find(options.only) != std::string::npos) rows.push_back(work());
    };
    const auto lines = [&](const std::string& name, const auto& work) {
        if (name.find(options.only) == std::string::npos) return;
        for (auto& row : work())
            rows.push_back(std::move(row));
    };
    const auto alone = [&](const std::string& name, const auto& work) {
        line(name, [&] { return pinned(work); });
    };
    alone("spawn", [&] { return bench::spawn(setup); });
    alone("ping", [&] { return bench::ping(setup); });
    line("update full", [&] { return bench::update(setup, "full", 4); });
    line("update relaxed", [&] { return bench::update(setup, "relaxed", 2.5); });
    line("episode", [&] { return bench::episode(setup); });
    line("update growth", [&] { return bench::update_growth(setup); });
    alone("focus", [&] { return bench::focus(setup); });
    alone("focus growth", [&] { return bench::focus_growth(setup); });
    line("review", [&] { return bench::review(setup); });
    line("memory", [&] { return bench::idle_memory(setup); });
    line("memory over http", [&] { return bench::http_idle_memory(setup); });
    lines("http ping", [&] { return bench::http_ping(setup); });
    lines("http update", [&] { return bench::http_update(setup); });
    lines("projection", [&] { return bench::projection(setup); });
    if (options.tokens.size() == 3) {
        rows.push_back(tokens("tools/list as a host shows it", options.tokens[0], 2500));
        rows.push_back(tokens("the same with the instructions", options.tokens[1], 3000));
        rows.push_back(tokens("the whole list", options.tokens[2], 4500));
    }
    return rows;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr,
                     "usage: bench_driver PROGRAM FLOORS WORK [--quick | --smoke] [--only WORD] "
                     "[--json FILE] [--peer SCRIPT] [--http-peer SCRIPT] [--tokens N]\n");
        return 2;
    }
    try {
        const auto options = read(argc, argv);
        auto rows = measure(options);
        if (options.smoke)  // small maps say nothing about targets
            for (auto& row : rows)
                row.at_most.reset();
        const int missed = bench::report(rows, options.json);
        std::printf("%d targets missed\n", missed);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench: %s\n", error.what());
        return 1;
    }
}
