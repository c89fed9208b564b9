#pragma once

#include "tools/catalog.hpp"

#include <string>

namespace tools::thread {

extern const Rows<ResourceRow> resource_rows;
extern const Rows<ArchiveRow> archive_rows;

/// When to use threads, for the server's instructions.
std::string instructions();

/// The tools of one file each.
extern const Rows<Tool> append_rows;
extern const Rows<Tool> log_rows;
extern const Rows<Tool> retract_rows;
extern const Rows<Tool> branch_rows;
extern const Rows<Tool> link_rows;
extern const Rows<Tool> assemble_rows;
extern const Rows<Tool> walk_rows;
extern const Rows<Tool> import_rows;
extern const Rows<Tool> export_rows;

}  // namespace tools::thread
