#pragma once

#include "tools/catalog.hpp"

namespace tools::source {

extern const Rows<Tool> tool_rows;

}  // namespace tools::source
