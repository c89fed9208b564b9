#pragma once

#include "tools/projection/model.hpp"

#include <cstddef>
#include <string>

namespace tools::projection {

/// A file that Graphify reads, and how much stands in it.
struct GraphFile {
    std::string bytes;
    std::size_t nodes = 0, edges = 0;
};

/// What Graphify's validation and build take: nodes and edges (P9..P11). The same state
/// gives the same bytes (P13).
GraphFile extraction(const State& state);

/// The same as the node-link graph that `graphify path` loads: directed, with `links`.
GraphFile graph(const State& state);

/// What makes a graph usable: it names the selection and the hashes of both files (P24).
std::string receipt(const State& state, const std::string& extraction_hash, const GraphFile& graph);

/// SHA-256 of a file's bytes, as hex.
std::string file_hash(const GraphFile& file);

}  // namespace tools::projection
