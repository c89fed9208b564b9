#pragma once

#include "store/error.hpp"
#include "tools/graph/query/graph_view.hpp"
#include "tools/graph/query/query.hpp"

namespace tools::graph::query {

/// Finds what is wrong with a query before it runs, writes out `*` and the columns that sort
/// keys repeat. Throws Error invalid: unknown_name (a variable, function, label, type or
/// property, with those that are known), bad_query.
void check(Query& query, const Known& known);

/// Of a word that the graph does not know, with those it knows.
store::Error unknown_word(const char* what, const std::string& word,
                          const std::vector<std::string>& known, std::size_t at);

/// True where the two say the same.
bool same(const Expression& a, const Expression& b);

}  // namespace tools::graph::query
