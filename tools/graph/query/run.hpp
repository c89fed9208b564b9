#pragma once

#include "tools/graph/query/evaluate.hpp"

namespace tools::graph::query {

struct Result {
    std::vector<std::string> columns;
    std::vector<List> rows;
    std::vector<std::string> cuts;  ///< everything that is missing, and why
};

/// Answers a query over a graph. Changes nothing. Throws Error invalid (parse, check, evaluate).
Result run(const GraphView& graph, std::string_view cypher, const Map& parameters,
           const Caps& caps = {});

}  // namespace tools::graph::query
