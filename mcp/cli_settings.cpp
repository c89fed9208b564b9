#include "mcp/cli_settings.hpp"

#include "mcp/cli_commands.hpp"
#include "mcp/version.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace mcp {

std::optional<std::string> variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Words command_words(int argc, const char* const* argv) {
    return Words(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0);
}

bool named(Words words, std::string_view name) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return word == name || word == "--help" || word == "-h" ||
               (word.starts_with(name) && word.substr(name.size()).starts_with('='));
    });
}

void add_settings(CLI::App& app, Words words, RawSettings& raw, bool& check_config) {
    const auto text = [&](const char* flag, std::optional<std::string>& to, const char* about,
                          const char* group = "Settings") {
        if (named(words, flag)) app.add_option(flag, to, about)->group(group);
    };
    const auto list = [&](const char* flag, std::vector<std::string>& to, const char* about,
                          const char* group) {
        if (!named(words, flag)) return;
        app.add_option(flag, to, about)
            ->group(group)
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    const auto toggle = [&](const char* flag, std::optional<std::string>& to, const char* about) {
        if (!named(words, flag)) return;
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
    list("--source-root", raw.source_roots,
         "directory whose documents fs_read_command may read (repeatable)", "Settings");
    text("--durability", raw.durability, "full, or relaxed: a power cut may take the last commits");
    text("--limits", raw.limits, "upper bounds, such as goals=3,tasks=7,questions=7,risks=5");
    text("--retain", raw.retain,
         "days after which facts of a dataspace leave search, such as work=365,private=30");
    toggle("--allow-network-fs", raw.allow_network_fs, "accept a store on a network file system");
    text("--listen", raw.listen, "address to serve HTTP at (127.0.0.1:8808; port 0: any)", "HTTP");
    list("--allow-host", raw.allow_hosts, "a Host header to serve besides (repeatable)", "HTTP");
    list("--allow-origin", raw.allow_origins, "an Origin to serve besides loopback (repeatable)",
         "HTTP");
    text("--rate", raw.rate,
         "of a token, a minute (calls=600,changes=60), and its open streams (streams=256)", "HTTP");
    text("--log-level", raw.log_level, "debug, info, warn, error or off");
    if (named(words, "--check-config"))
        app.add_flag("--check-config", check_config, "check the settings and the store, then exit")
            ->group("Settings");
}

int misuse(const std::string& program, const std::string& what) {
    std::cerr << program << ": " << what << "; see " << program << " --help\n";
    return exit_misuse;
}

namespace {

/// What to say about a command line that was not understood.
std::string parse_complaint(const CLI::App& app, const CLI::ParseError& error) {
    const auto rest = app.remaining();
    const auto chosen = app.get_subcommands();
    if (!chosen.empty() && chosen.front()->get_name() == "projection")  // names nothing given (P30)
        return "projection takes --state-root DIR, --selection FILE, --verify-graphify PYTHON";
    const bool commands = app.get_require_subcommand_max() > 0;
    if (commands && !rest.empty() && !rest.front().starts_with('-') &&
        app.get_subcommands().empty())
        return "unknown command " + rest.front();
    return error.what();
}

}  // namespace

std::optional<int> parse_words(CLI::App& app, int argc, const char* const* argv) {
    const std::string version = app.get_name() + " " + std::string(program_version);
    app.set_version_flag("--version", version);
    app.footer("Every setting is also a variable: --store is THROUGHLINE_STORE.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return exit_ok;
    } catch (const CLI::CallForVersion&) {
        std::cout << version << "\n";
        return exit_ok;
    } catch (const CLI::ParseError& error) {
        return misuse(app.get_name(), parse_complaint(app, error));
    }
    return std::nullopt;
}

}  // namespace mcp
