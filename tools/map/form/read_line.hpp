#pragma once

#include "tools/map/form/line.hpp"

#include <string_view>

namespace tools::map::form {

/// How often a line to send may itself be mended.
inline constexpr int all_tries = 3;

/// One line of a delta: changes, or faults with the line to send.
Parsed read_line(std::string_view line, Part part, int tries = all_tries);

}  // namespace tools::map::form
