#pragma once

#include "tools/call.hpp"
#include "tools/map/attention.hpp"
#include "tools/map/draft.hpp"

#include <vector>

namespace tools::map {

/// The limits of CM7 that a map passes, each with ways to get below it in the
/// seed's order. With a head from before an update only those that it raised.
std::vector<Attention> limits_passed(Draft& draft, const Head& head, const MapLimits& limits,
                                     const Head* before);

}  // namespace tools::map
