#pragma once

#include "mcp/settings.hpp"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace mcp {

/// A variable of this process's environment.
std::optional<std::string> variable(const std::string& name);

/// The flags of all settings, which both programs share.
void add_settings(CLI::App& app, RawSettings& raw, bool& check_config);

/// Says what does not fit and where the help is. Returns exit_misuse.
int misuse(const std::string& program, const std::string& what);

/// Reads the words of the program that the app is named for; --help and --version
/// answer. Gives an exit code when that was all there is to do.
std::optional<int> parse_words(CLI::App& app, int argc, const char* const* argv);

}  // namespace mcp
