#pragma once

#include "tools/catalog.hpp"

#include <string>
#include <vector>

namespace tools::map {

std::vector<Tool> tool_rows();
std::vector<ResourceRow> resource_rows();
std::vector<PromptRow> prompt_rows();
std::vector<CompletionRow> completion_rows();
std::vector<ArchiveRow> archive_rows();

/// The per-turn loop, for the server's instructions.
std::string instructions();

/// The rows of one file each, in the order in which hosts see them.
std::vector<Tool> focus_rows();
std::vector<Tool> update_rows();
std::vector<Tool> review_rows();
std::vector<Tool> tidy_rows();
std::vector<Tool> history_rows();
std::vector<Tool> export_rows();
std::vector<Tool> import_rows();
std::vector<Tool> list_rows();

}  // namespace tools::map
