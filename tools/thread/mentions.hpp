#pragma once

#include "tools/thread/view.hpp"

#include <vector>

namespace tools::thread {

/// Up to 8 active nodes that came after these and share words that are rare in the
/// thread's last nodes, most shared first; the last user prompt is not among them (D9).
std::vector<Number> mentions(const View& view, const std::vector<Number>& nodes);

}  // namespace tools::thread
