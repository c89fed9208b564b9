#pragma once

#include "tools/thread/model.hpp"
#include "tools/thread/places.hpp"

#include <cstdint>
#include <vector>

namespace tools::thread {

/// Places of candidates, rising.
using Cover = std::vector<std::uint32_t>;

/// What each summary covers, through earlier ones that it is made of; nothing where a
/// member is neither a candidate nor such a summary.
std::vector<Cover> covers_of(const std::vector<Node>& summaries, const Places& candidates);

}  // namespace tools::thread
