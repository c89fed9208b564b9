#pragma once

#include "tools/map/form/line.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::map::form {

/// How often a line to send may itself be mended.
inline constexpr int all_tries = 3;

/// One line of a delta: changes, or faults with the line to send.
Parsed read_line(std::string_view line, Part part, int tries = all_tries);

/// The ids and `$words` that a faulty line, or a line it says to send, would add.
std::vector<std::string> broken_ids(std::string_view line, std::string_view send);

}  // namespace tools::map::form
