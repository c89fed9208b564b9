#pragma once

#include "tools/thread/view.hpp"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tools::thread {

/// Start nodes and all their ancestors along parents, until visit returns false for
/// one; each once, nearest first.
std::vector<Node> ancestors(const View& view, std::span<const Number> start,
                            const std::function<bool(const Node&)>& visit = {});

/// The call of this id among the start nodes and their ancestors, the nearest one.
std::optional<Node> find_call(const View& view, std::span<const Number> start,
                              const std::string& call_id);

/// The results of a call that are in the version, active or not.
std::vector<Number> results_of(const View& view, const Node& call);

/// All nodes on causal paths from `first` down to `last`, both included, rising;
/// empty when there is none (D11).
std::vector<Number> span_between(const View& view, Number first, Number last);

/// The same for two ids, without inactive ones. Throws Error invalid where the ends
/// stand in the wrong order (wrong_order, with the right one) or on no path (no_path).
std::vector<Number> span_of(const View& view, const std::string& first, const std::string& last,
                            const std::string& path);

/// Nodes that hang on these along parents, themselves not included.
std::set<Number> descendants(const View& view, std::span<const Number> start);

/// The prompt of a user, and all that answers it up to the next one: the rest of the
/// exchange that a node stands in.
std::set<Number> exchange_of(const View& view, Number number);

}  // namespace tools::thread
