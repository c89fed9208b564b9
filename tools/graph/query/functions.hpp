#pragma once

#include "tools/graph/query/graph_view.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tools::graph::query {

/// Names of all functions, aggregates too.
std::vector<std::string> function_names();

/// How many arguments a function takes, least and most.
std::pair<std::size_t, std::size_t> argument_counts(std::string_view name);

/// What a function gives that is no aggregate; a null argument mostly gives null. Throws
/// Error invalid (wrong_type) at byte `at`.
Value call_function(const GraphView& graph, std::string_view name, const List& arguments,
                    std::size_t at);

}  // namespace tools::graph::query
