#pragma once

#include "tools/catalog.hpp"

namespace tools::ingest {

/// What turning a source into memory takes: the ledger of what was processed, and
/// the prompt that carries the way of working (LM12, LM13).
extern const Rows<PromptRow> prompt_rows;
extern const Rows<CompletionRow> completion_rows;

/// The tools of one file each.
extern const Rows<Tool> mark_rows;
extern const Rows<Tool> report_rows;

}  // namespace tools::ingest
