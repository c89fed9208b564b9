#pragma once

namespace mcp {

/// The program throughline-http: reads the command line and the environment and
/// serves until it is told to stop. Returns the exit code, 2 for settings that cannot
/// be used.
int run_http_command_line(int argc, const char* const* argv);

}  // namespace mcp
