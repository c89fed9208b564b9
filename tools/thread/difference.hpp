#pragma once

#include "tools/thread/view.hpp"

#include <vector>

namespace tools::thread {

/// Numbers of the nodes and links that the second version has and the first one has
/// not, rising. What both share is passed over unread.
std::vector<Number> difference(const View& before, const View& after);

}  // namespace tools::thread
