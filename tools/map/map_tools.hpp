#pragma once

#include "tools/catalog.hpp"

#include <string>

namespace tools::map {

extern const Rows<ResourceRow> resource_rows;
extern const Rows<PromptRow> prompt_rows;
extern const Rows<CompletionRow> completion_rows;
extern const Rows<ArchiveRow> archive_rows;

/// The per-turn loop, for the server's instructions.
std::string instructions();

/// The tools of one file each.
extern const Rows<Tool> focus_rows;
extern const Rows<Tool> update_rows;
extern const Rows<Tool> review_rows;
extern const Rows<Tool> tidy_rows;
extern const Rows<Tool> history_rows;
extern const Rows<Tool> export_rows;
extern const Rows<Tool> import_rows;
extern const Rows<Tool> list_rows;

}  // namespace tools::map
