#pragma once

namespace mcp {

/// The program: reads the command line and the environment, runs the command and
/// returns the exit code: 0, 1 for a refused call or a mismatch, 2 for misuse and
/// settings that cannot be used.
int run_command_line(int argc, const char* const* argv);

}  // namespace mcp
