#pragma once

#include "tools/catalog.hpp"

namespace tools::prepare {

/// Turning branches of threads into a selection that a person reviews.
extern const Rows<Tool> tool_rows;

}  // namespace tools::prepare
