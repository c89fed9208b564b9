#include "tests/bench/child.hpp"
#include "tests/bench/lines.hpp"
#include "tests/bench/measure.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{2} << 20;

json branch(int number, int summaries, int sources) {
    const std::string id = "b" + std::to_string(number);
    json out = {{"branchId", id},
                {"sourceRevision", 1},
                {"sources", json::array()},
                {"summaries", json::array()}};
    if (number > 0) out["parentBranchId"] = "b" + std::to_string(number / 2);
    for (int i = 0; i < sources; ++i)
        out["sources"].push_back({{"refId", "r" + std::to_string(i)},
                                  {"sha256", std::string(64, static_cast<char>('a' + i % 6))}});
    for (int i = 0; i < summaries; ++i)
        out["summaries"].push_back({{"summaryId", "s" + std::to_string(i)},
                                    {"role", "user"},
                                    {"kind", "summary"},
                                    {"approved", true},
                                    {"text", "note"}});
    return out;
}

/// 500 branches with as much as 2 MiB of a selection can hold.
std::string fullest() {
    json out = {{"schemaVersion", 1}, {"corpusId", "bench"}, {"revision", 1}};
    for (int i = 0; i < 500; ++i)
        out["branches"].push_back(branch(i, 43, 4));
    const std::string text = out.dump();
    if (text.size() > most_bytes) throw std::runtime_error("the selection is too large");
    return text;
}

}  // namespace

std::vector<Row> projection(const Setup& setup) {
    const fs::path work = fs::path(setup.scratch) / "projection";
    fs::remove_all(work);
    fs::create_directories(work);
    const std::string file = work / "selection.json";
    std::ofstream(file) << fullest();
    Child ours({setup.floors + "/bench_peak", setup.program, "projection", "--store",
                (work / "store").string(), "--state-root", (work / "state").string(), "--selection",
                file});
    double peak = std::stod(ours.ask(""));
    Child floor({setup.floors + "/bench_publish", file, (work / "state").string(),
                 (work / "floor").string()});
    const auto measured = pairs(
        setup.times(5),
        [&] { return timed([&] { peak = std::max(peak, std::stod(ours.ask(""))); }); },
        [&] { return std::stod(floor.ask("")); });
    return {{.operation = "projection of 500 branches, 2 MiB",
             .ours = measured.ours,
             .floor = measured.floor,
             .figure = measured.ratio,
             .at_most = 5},
            {.operation = "memory of the same",
             .unit = "MiB",
             .ours = peak,
             .figure = peak,
             .at_most = 100}};
}

}  // namespace bench
