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

}  // namespace mcp
