#pragma once

#include "tools/tool.hpp"

#include <vector>

namespace tools::map {

/// The tool that changes a map.
std::vector<Tool> update_rows();

}  // namespace tools::map
