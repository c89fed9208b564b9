#pragma once

#include "tools/thread/view.hpp"

#include <functional>
#include <string>

namespace tools::thread {

/// The share of a query's words, weighed by length of the word, that a node's text
/// holds, 0..1. The view must outlive it.
std::function<double(const Header&)> relevance_to(const View& view, const std::string& query);

}  // namespace tools::thread
