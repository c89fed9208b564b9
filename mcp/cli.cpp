#include "mcp/cli.hpp"

#include "mcp/cli_commands.hpp"
#include "mcp/version.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mcp {
namespace {

std::optional<std::string> variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void add_settings(CLI::App& app, CommandLine& line) {
    RawSettings& raw = line.settings;
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
    text("--log-level", raw.log_level, "debug, info, warn, error or off");
    app.add_flag("--check-config", line.check_config, "check the settings and the store, then exit")
        ->group("Settings");
}

void add_commands(CLI::App& app, CommandLine& line) {
    const auto command = [&](const char* name, const char* about, Command which) {
        CLI::App* sub = app.add_subcommand(name, about);
        sub->fallthrough();
        sub->callback([&line, which] { line.command = which; });
        return sub;
    };
    command("serve", "speak MCP over stdin and stdout (also without a command)", Command::serve);
    CLI::App* call = command("call", "run one tool", Command::call);
    call->add_option("TOOL", line.tool, "its name")->required();
    call->add_option("ARGUMENTS", line.arguments, "JSON object, or - to read it from stdin");
    call->add_flag("--json", line.json, "print the fields instead of the text");
    CLI::App* script = command("script", "run tool calls from a file", Command::script);
    script->add_option("FILE", line.file, "one {\"tool\",\"arguments\",\"expect\"} a line, or -")
        ->required();
    CLI::App* tools = command("tools", "list the tools", Command::tools);
    tools->add_flag("--json", line.json, "in the form of tools/list");
    tools->add_flag("--markdown", line.markdown, "as a table");
    command("stats", "what the store holds", Command::stats)
        ->add_flag("--json", line.json, "as JSON");
    command("export", "write the whole store as lines of JSON", Command::export_store)
        ->add_option("FILE", line.file, "where to, or - for stdout")
        ->required();
    command("import", "read an export back, or the memory.jsonl of the reference memory server",
            Command::import_store)
        ->add_option("FILE", line.file, "where from, or - for stdin")
        ->required();
    command("compact", "give the store's free pages back to the disk", Command::compact);
}

/// False when all words are settings: a server starts half of 0.1 ms sooner without
/// the commands.
bool asks_for_commands(std::span<const char* const> words) {
    constexpr std::array names{"serve",   "call",   "script", "tools",  "stats",
                               "compact", "export", "import", "--help", "-h"};
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return std::find(names.begin(), names.end(), word) != names.end();
    });
}

int misuse(const std::string& what) {
    std::cerr << "throughline: " << what << "; see throughline --help\n";
    return exit_misuse;
}

/// What to say about a command line that was not understood.
std::string parse_complaint(const CLI::App& app, const CLI::ParseError& error) {
    const auto rest = app.remaining();
    if (!rest.empty() && !rest.front().starts_with('-') && app.get_subcommands().empty())
        return "unknown command " + rest.front();
    return error.what();
}

/// Reads the words into `line`. Gives an exit code when that was all there is to do.
std::optional<int> parse(int argc, const char* const* argv, CommandLine& line) {
    CLI::App app("A map of the conversation that the model keeps, as an MCP server.",
                 "throughline");
    add_settings(app, line);
    if (asks_for_commands({argv, static_cast<std::size_t>(argc)})) add_commands(app, line);
    app.require_subcommand(0, 1);
    app.set_version_flag("--version", "throughline " + std::string(program_version));
    app.footer("Every setting is also a variable: --store is THROUGHLINE_STORE.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return exit_ok;
    } catch (const CLI::CallForVersion&) {
        std::cout << "throughline " << program_version << "\n";
        return exit_ok;
    } catch (const CLI::ParseError& error) {
        return misuse(parse_complaint(app, error));
    }
    return std::nullopt;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
    CommandLine line;
    if (argc > 1)
        if (const auto done = parse(argc, argv, line)) return *done;
    add_environment(line.settings, variable);
    std::error_code ignored;
    return run(line, variable, std::filesystem::current_path(ignored).string());
}

}  // namespace mcp
