#include "mcp/cli_settings.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace mcp {

std::optional<std::string> variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void add_settings(CLI::App& app, RawSettings& raw, bool& check_config) {
    const auto text = [&](const char* flag, std::optional<std::string>& to, const char* about) {
        app.add_option(flag, to, about)->group("Settings");
    };
    const auto toggle = [&](const char* flag, std::optional<std::string>& to, const char* about) {
        app.add_flag_callback(
               flag, [&to] { to = "true"; }, about)
            ->group("Settings");
    };
    text("--store", raw.store, "directory of the store");
    text("--conversation", raw.conversation, "map that calls mean when they name none");
    text("--dataspace", raw.dataspace,
         "parts of the memory to use, the first for writes (default)");
    text("--tenant", raw.tenant, "whose maps these are (local)");
    text("--toolsets", raw.toolsets,
         "groups of tools to offer, such as map,memory,ingest (map,memory)");
    toggle("--read-only", raw.read_only, "hide the tools that change something");
    text("--export-dir", raw.export_dir, "directory that map_export may write to");
    app.add_option("--source-root", raw.source_roots,
                   "directory whose documents fs_read_command may read (repeatable)")
        ->group("Settings")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    text("--durability", raw.durability, "full, or relaxed: a power cut may take the last commits");
    text("--limits", raw.limits, "upper bounds, such as goals=3,tasks=7,questions=7,risks=5");
    text("--retain", raw.retain,
         "days after which facts of a dataspace leave search, such as work=365,private=30");
    toggle("--allow-network-fs", raw.allow_network_fs, "accept a store on a network file system");
    const auto list = [&](const char* flag, std::vector<std::string>& to, const char* about) {
        app.add_option(flag, to, about)
            ->group("HTTP")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    app.add_option("--listen", raw.listen, "address to serve HTTP at (127.0.0.1:8808; port 0: any)")
        ->group("HTTP");
    list("--allow-host", raw.allow_hosts, "a Host header to serve besides (repeatable)");
    list("--allow-origin", raw.allow_origins, "an Origin to serve besides loopback (repeatable)");
    text("--log-level", raw.log_level, "debug, info, warn, error or off");
    app.add_flag("--check-config", check_config, "check the settings and the store, then exit")
        ->group("Settings");
}

}  // namespace mcp
