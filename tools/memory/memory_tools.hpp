#pragma once

#include "tools/catalog.hpp"

#include <string>
#include <vector>

namespace tools::memory {

std::vector<Tool> tool_rows();
std::vector<ResourceRow> resource_rows();
std::vector<CompletionRow> completion_rows();
std::vector<ArchiveRow> archive_rows();
std::vector<UpkeepRow> upkeep_rows();

/// When to search and when to write, for the server's instructions.
std::string instructions();

/// The rows of one file each, in the order in which hosts see them.
std::vector<Tool> search_rows();
std::vector<Tool> create_rows();
std::vector<Tool> episode_rows();
std::vector<Tool> forget_rows();
std::vector<Tool> entity_rows();
std::vector<Tool> ontology_rows();
std::vector<Tool> status_rows();

}  // namespace tools::memory
