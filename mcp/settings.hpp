#pragma once

#include "mcp/log.hpp"
#include "store/store.hpp"
#include "tools/call.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mcp {

/// Settings as they were written, by flag or by variable.
struct RawSettings {
    std::optional<std::string> store, conversation, dataspace, tenant, toolsets, durability,
        export_dir, limits, log_level, read_only, allow_network_fs, retain, listen, rate,
        token_ranks;
    std::vector<std::string> source_roots, allow_hosts, allow_origins;
};

/// What one token may do in a minute, all of it at once or bit by bit, and beside it.
struct CallRate {
    std::int64_t calls = 600;    ///< requests of any kind
    std::int64_t changes = 60;   ///< calls of tools that change something, which count as both
    std::int64_t streams = 256;  ///< listen requests that are open
};

/// What the operator set for this process, checked.
struct Options {
    store::Options store;
    tools::Settings tools;
    tools::Principal principal;
    CallRate rate;
    std::string token_ranks;  ///< rank file that tokens are counted by; empty: estimate them
    LogLevel log_level = LogLevel::info;
};

/// A variable of the environment; nothing when it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// What was missing on the command line, from the THROUGHLINE_ variables.
void add_environment(RawSettings& raw, const Environment& environment);

/// Checks and completes the settings; paths become absolute against working_dir.
/// Throws Error invalid with a problem for each that cannot be used.
Options read_settings(const RawSettings& raw, const Environment& environment,
                      const std::string& working_dir);

/// Every toolset, as the command line sees them.
std::vector<tools::Toolset> all_toolsets();

}  // namespace mcp
