#pragma once

#include "tools/catalog.hpp"

#include <vector>

namespace tools::prepare {

/// Turning branches of threads into a selection that a person reviews.
std::vector<Tool> tool_rows();

}  // namespace tools::prepare
