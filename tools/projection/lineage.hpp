#pragma once

#include "tools/projection/model.hpp"

#include <string_view>

namespace tools::projection {

/// What must hold between the branches of a selection, before any is excluded (P7, 2.7d,
/// g, j): no branch descends from itself, a refId has one hash, what is restored is
/// there and not excluded.
void check_lineage(const Selection& selection);

/// The branch of an id; nothing when it was not selected.
const Branch* find_branch(const Selection& selection, std::string_view id);

/// True when a list of ids in order holds one.
bool holds(const std::optional<std::vector<std::string>>& ids, const std::string& id);

}  // namespace tools::projection
