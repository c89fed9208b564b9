#pragma once

#include "store/txn.hpp"
#include "tools/call.hpp"
#include "tools/memory/coverage/ledger.hpp"
#include "tools/memory/coverage/standing.hpp"
#include "tools/source/survey.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::ingest {

/// The identity of a source as it was given, trimmed. Throws Error invalid for one
/// that is empty, not one line or above 512 characters.
std::string source_name(const std::string& given);

/// What this server sees of the document itself, put into its ledger: how long it is, what it
/// says now, where it is blank. Only where it is counted in lines.
void refresh(memory::coverage::Source& source, const std::optional<source::Survey>& survey);

/// The images that a source refers to.
std::vector<std::string> images_in(const std::optional<source::Survey>& survey);

/// `report.md: 300 of 1200 lines processed, 20 skipped, 880 uncovered (321-1200)`
std::string standing_line(const memory::coverage::Source& source,
                          const memory::coverage::Standing& standing);

}  // namespace tools::ingest
