#pragma once

#include "tests/bench/report.hpp"

#include <string>
#include <vector>

namespace bench {

/// Where everything lies, and how long to measure.
struct Setup {
    std::string program;  ///< throughline
    std::string floors;   ///< folder of the floor programs
    std::string big;      ///< store with 100,000 maps, one of them of 100,000 nodes, one of 1,000
    std::string scratch;  ///< folder on the same file system, for new stores
    std::vector<std::string> peer;       ///< command of the reference memory server, or nothing
    std::vector<std::string> http_peer;  ///< command of an HTTP server on node, or nothing
    bool quick = false;
    int big_nodes = 100'000;  ///< of the map "big"; "small" has 1,000
    int many_maps = 100'000;

    [[nodiscard]] std::vector<std::string> server(const std::string& store,
                                                  const char* durability = "full") const {
        return {program, "--store", store, "--durability", durability, "--toolsets", "map"};
    }

    [[nodiscard]] int times(int many) const { return quick ? many : 3 * many; }
};

/// Fills the big store where it is not there yet; rows with the time and bytes it took.
std::vector<Row> build(const Setup& setup);

Row spawn(const Setup& setup);
Row ping(const Setup& setup);
/// Durable update of five changes on a small map.
Row update(const Setup& setup, const char* durability, double at_most);
/// A new episode of ten facts in a memory of some thousand.
Row episode(const Setup& setup);
/// The update on the map of 100,000 nodes, compared with the small one.
Row update_growth(const Setup& setup);
Row focus(const Setup& setup);
Row focus_growth(const Setup& setup);
Row review(const Setup& setup);
Row idle_memory(const Setup& setup);
/// A selection as large as one may be, applied again and published; its time and memory.
std::vector<Row> projection(const Setup& setup);

}  // namespace bench
