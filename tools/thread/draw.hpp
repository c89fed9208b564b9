#pragma once

#include "tools/thread/collect.hpp"

#include <map>
#include <string>
#include <vector>

namespace tools::thread {

/// What is drawn of a node beside its text; `reason` is empty where nothing was assembled.
struct Drawing {
    std::vector<Number> nodes;
    std::map<Number, std::string> reasons;
    std::size_t omitted = 0;
};

inline constexpr std::size_t most_drawn = 200;

/// Mermaid and DOT, links coloured by kind, nodes that are not in the context dashed.
std::string mermaid(const View& view, const Drawing& drawing);
std::string dot(const View& view, const Drawing& drawing);

}  // namespace tools::thread
