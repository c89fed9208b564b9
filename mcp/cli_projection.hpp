#pragma once

#include "mcp/cli_commands.hpp"

#include <string>

namespace mcp {

inline constexpr int exit_retry = 3;  ///< Graphify is absent or failed: the same call may succeed

/// Publishes a projection. Prints one line of JSON with a fixed code, whatever happened:
/// no text, no id and no path of the input is ever shown (P28).
int run_projection(const CommandLine& line, const Environment& environment,
                   const std::string& working_dir);

}  // namespace mcp
