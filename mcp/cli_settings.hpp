#pragma once

#include "mcp/settings.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace mcp {

/// A variable of this process's environment.
std::optional<std::string> variable(const std::string& name);

/// A command line without the program's name.
using Words = std::span<const char* const>;

Words command_words(int argc, const char* const* argv);

/// True when the words name this flag or command, or ask for help, which names all of them. A
/// parser is given these only: a server starts a tenth of a millisecond sooner.
bool named(Words words, std::string_view name);

/// The flags of settings that the words name; both programs share them.
void add_settings(CLI::App& app, Words words, RawSettings& raw, bool& check_config);

/// Says what does not fit and where the help is. Returns exit_misuse.
int misuse(const std::string& program, const std::string& what);

/// Reads the words of the program that the app is named for; --help and --version
/// answer. Gives an exit code when that was all there is to do.
std::optional<int> parse_words(CLI::App& app, int argc, const char* const* argv);

}  // namespace mcp
