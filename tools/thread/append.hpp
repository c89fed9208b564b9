#pragma once

#include "tools/thread/change.hpp"
#include "tools/thread/embedding/values.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::thread {

/// A node as a caller describes it. Ids may be `$local` names of the same call.
struct Draft {
    NewNode made;
    std::string local, target, path;
    std::optional<std::vector<std::string>> parents;  ///< absent: as D4 says
    std::vector<std::string> supersedes, transclude, members;
    embedding::Values vector;  ///< empty where none was given
};

struct Appended {
    std::vector<Number> numbers;     ///< in the order given
    std::vector<Number> duplicates;  ///< those that this version held already
};

/// Adds all drafts or throws: missing_parent, cycle (with the chain), unknown_local,
/// missing_call, second_result. Moves the heads as D4 says.
Appended append(Change& change, std::vector<Draft> drafts, std::int64_t now);

}  // namespace tools::thread
