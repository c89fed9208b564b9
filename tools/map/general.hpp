#pragma once

#include "tools/map/focus.hpp"
#include "tools/map/nearby.hpp"
#include "tools/map/relevance.hpp"

#include <string_view>
#include <vector>

namespace tools::map {

/// Completes a ranking for what a request asks for by kind rather than by words:
/// its risks, what is open, what to do next, where things stand. Preferences about
/// how to answer always come along; a ranking that stays short is filled with the
/// kinds that it names, then with open goals and the work under way (CM6). Closed
/// and isolated nodes stay out.
std::vector<Reason> complete(Nearby& nearby, std::string_view request, std::vector<Reason> ranked);

}  // namespace tools::map
