#pragma once

#include "tools/graph/query/evaluate.hpp"

#include <functional>

namespace tools::graph::query {

/// Gives every way to lay the patterns into the graph, one edge used once, as values of
/// `names`: those of the row, then new ones. `found` says whether to go on.
void match(const Asking& asking, const std::vector<Pattern>& patterns, const Row& row,
           const std::vector<std::string>& names, const std::function<bool(const List&)>& found);

/// Is there a way to lay the pattern?
bool exists(const Asking& asking, const Pattern& pattern, const Row& row);

/// The names patterns bind, in order, without those already there.
std::vector<std::string> new_names(const std::vector<Pattern>& patterns,
                                   const std::vector<std::string>& there);

}  // namespace tools::graph::query
