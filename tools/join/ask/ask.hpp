#pragma once

#include "tools/tool.hpp"

#include <vector>

namespace tools::ask {

/// Queries over what threads, maps and the memory hold.
std::vector<Tool> tool_rows();

}  // namespace tools::ask
