#pragma once

#include "tools/projection/model.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace tools::projection {

/// Identities of nodes (P9).
std::string branch_node(std::string_view branch);
std::string source_node(std::string_view ref);
std::string summary_node(std::string_view branch, std::string_view summary);

/// A relation of the graph (P9), never one to a node that is not there (P12).
struct Edge {
    std::string from, to;
    const char* relation = "";
    std::int64_t source_revision = 0;  ///< of the branch it comes from
};

/// Shows the edges of a snapshot in a fixed order.
void each_edge(const Selection& snapshot, const std::function<void(const Edge&)>& visit);

/// The sources of a snapshot in the order of their ids, each once.
std::vector<const Source*> sources_of(const Selection& snapshot);

}  // namespace tools::projection
