#pragma once

#include "tools/catalog.hpp"

#include <vector>

namespace tools::ingest {

/// What turning a source into memory takes: the ledger of what was processed, and
/// the prompt that carries the way of working (LM12, LM13).
std::vector<Tool> tool_rows();
std::vector<PromptRow> prompt_rows();
std::vector<CompletionRow> completion_rows();

/// The rows of one file each.
std::vector<Tool> mark_rows();
std::vector<Tool> report_rows();

}  // namespace tools::ingest
