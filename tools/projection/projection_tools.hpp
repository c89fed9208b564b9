#pragma once

#include "tools/catalog.hpp"

namespace tools::projection {

extern const Rows<Tool> tool_rows;
extern const Rows<ResourceRow> resource_rows;
extern const Rows<ArchiveRow> archive_rows;
extern const Rows<CommandRow> command_rows;

}  // namespace tools::projection
