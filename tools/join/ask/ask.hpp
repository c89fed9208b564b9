#pragma once

#include "tools/tool.hpp"

namespace tools::ask {

/// Queries over what threads, maps and the memory hold.
extern const Rows<Tool> tool_rows;

}  // namespace tools::ask
