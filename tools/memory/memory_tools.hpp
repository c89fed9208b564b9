#pragma once

#include "tools/catalog.hpp"

#include <string>

namespace tools::memory {

extern const Rows<ResourceRow> resource_rows;
extern const Rows<CompletionRow> completion_rows;
extern const Rows<ArchiveRow> archive_rows;
extern const Rows<UpkeepRow> upkeep_rows;

/// When to search and when to write, for the server's instructions.
std::string instructions();

/// The tools of one file each.
extern const Rows<Tool> search_rows;
extern const Rows<Tool> create_rows;
extern const Rows<Tool> episode_rows;
extern const Rows<Tool> forget_rows;
extern const Rows<Tool> entity_rows;
extern const Rows<Tool> ontology_rows;
extern const Rows<Tool> status_rows;

}  // namespace tools::memory
