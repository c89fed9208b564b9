#pragma once

#include "tools/tool.hpp"

namespace tools::map {

/// What a person may settle of an update that was refused for open conflicts alone: the
/// new words hold, or both do. Nothing for any other refusal.
std::optional<Question> conflict_question(const Json& arguments, const Problems& problems);

}  // namespace tools::map
