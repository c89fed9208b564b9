#pragma once

#include "tools/catalog.hpp"

#include <vector>

namespace tools::source {

std::vector<Tool> tool_rows();

}  // namespace tools::source
