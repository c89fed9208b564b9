#pragma once

#include <cstdint>
#include <string>

namespace tools {

/// `2026-03-07T14:05:09Z` for milliseconds since 1970 UTC.
std::string utc(std::int64_t milliseconds);

}  // namespace tools
