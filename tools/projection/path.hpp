#pragma once

#include "tools/projection/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::projection {

/// A step of a path: along a relation, or against it.
struct Step {
    std::string to;
    const char* relation = "";
    bool along = true;
};

bool has_node(const Selection& snapshot, const std::string& id);

/// A shortest path between two nodes by their exact ids, always the same one; nothing
/// when there is none. `undirected` also walks against relations.
std::optional<std::vector<Step>> shortest_path(const Selection& snapshot, const std::string& from,
                                               const std::string& to, bool undirected);

/// The path as `graphify path` words it.
std::string path_text(const std::string& from, const std::vector<Step>& path);

}  // namespace tools::projection
