#pragma once

#include "tools/catalog.hpp"

#include <string>
#include <vector>

namespace tools::thread {

std::vector<Tool> tool_rows();
std::vector<ResourceRow> resource_rows();
std::vector<ArchiveRow> archive_rows();

/// When to use threads, for the server's instructions.
std::string instructions();

/// The rows of one file each, in the order in which hosts see them.
std::vector<Tool> append_rows();
std::vector<Tool> log_rows();
std::vector<Tool> retract_rows();
std::vector<Tool> branch_rows();
std::vector<Tool> link_rows();
std::vector<Tool> assemble_rows();
std::vector<Tool> walk_rows();
std::vector<Tool> import_rows();
std::vector<Tool> export_rows();

}  // namespace tools::thread
