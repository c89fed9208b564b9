#pragma once

#include <string>
#include <string_view>

namespace tools::projection {

/// The form of a label by which Graphify compares: NFKD, combining marks taken out, lower
/// case by Python's rules, a sigma at the end of a word included.
std::string norm_label(std::string_view label);

}  // namespace tools::projection
