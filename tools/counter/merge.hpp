#pragma once

#include "tools/counter/ranks.hpp"

#include <cstddef>
#include <string_view>

namespace tools::counter {

/// How many tokens a piece becomes: of all neighbours those are joined first whose bytes
/// together have the lowest rank, the leftmost of equals, until none have one. About
/// n log n for n bytes, whatever they are.
std::size_t merged_size(std::string_view piece, const Ranks& ranks);

}  // namespace tools::counter
