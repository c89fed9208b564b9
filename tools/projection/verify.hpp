#pragma once

#include <chrono>
#include <string>

namespace tools::projection {

/// Lets the Graphify that is installed for a Python judge the files of a directory, in
/// isolated mode, its output suppressed (P28). Refuses adapter_absent where that Python
/// or the package is not there, adapter_failed where it does not take the files or takes
/// longer than the limit: then it is ended, with all that it started.
void verify_graphify(const std::string& python, const std::string& directory,
                     std::chrono::milliseconds limit);

}  // namespace tools::projection
