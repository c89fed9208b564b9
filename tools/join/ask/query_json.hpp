#pragma once

#include "tools/graph/query/graph_view.hpp"
#include "tools/schema.hpp"

namespace tools::ask {

/// A JSON value as a query takes it. Throws Error invalid (too_large) at the place of a number
/// that no signed one of 64 bits holds.
graph::query::Value value_of(const Json& json, const std::string& path);

/// A value as an answer shows it: nodes in short form, edges and paths by the names of nodes.
Json json_of(const graph::query::GraphView& graph, const graph::query::Value& value);

}  // namespace tools::ask
