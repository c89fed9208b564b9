#pragma once

#include "tools/catalog.hpp"

#include <vector>

namespace tools::projection {

std::vector<Tool> tool_rows();
std::vector<ResourceRow> resource_rows();
std::vector<ArchiveRow> archive_rows();
std::vector<CommandRow> command_rows();

}  // namespace tools::projection
