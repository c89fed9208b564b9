#pragma once

#include "tools/projection/model.hpp"

#include <string>
#include <string_view>

namespace tools::projection {

/// The content of state.json: all of a state in canonical form, with a digest of its own
/// in front that covers the rest.
std::string state_json(const State& state);

/// Reads one back. Refuses state_schema for another schema or embedding (P20),
/// state_corrupt for anything that state_json would not have written.
State read_state(std::string_view bytes);

}  // namespace tools::projection
