#include "mcp/cli.hpp"

#include "mcp/cli_commands.hpp"
#include "mcp/cli_settings.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace mcp {
namespace {

void fill_token(CLI::App& command, TokenCommand& token) {
    const auto action = [&](const char* name, const char* about) {
        CLI::App* sub = command.add_subcommand(name, about);
        sub->fallthrough();
        sub->callback([&token, name] { token.action = name; });
        return sub;
    };
    CLI::App* add = action("add", "make a token and print it, once; --tenant says whose");
    add->add_option("--scope", token.scopes, "read, write, forget, admin (read,write)");
    add->add_option("--spaces", token.spaces, "such as map:team-*,dataspace:a (all of the tenant)");
    add->add_option("--expires", token.expires, "such as 30d, 12h or never (30d)");
    action("list", "the tokens ever made, by id, without their texts");
    action("revoke", "ends a token at once")->add_option("ID", token.id, "as listed")->required();
    command.require_subcommand(1, 1);
}

void fill_projection(CLI::App& command, CommandLine& line) {
    command.add_option("--state-root", line.state_root, "directory for nothing else")->required();
    command.add_option("--selection", line.selection, "reviewed selection to apply first");
    command.add_option("--verify-graphify", line.verify_graphify,
                       "Python whose Graphify must accept the files");
}

void add_commands(CLI::App& app, Words words, CommandLine& line) {
    const auto command = [&](const char* name, const char* about, Command which,
                             const std::function<void(CLI::App&)>& fill) {
        if (!named(words, name)) return;
        CLI::App* sub = app.add_subcommand(name, about);
        sub->fallthrough();
        sub->callback([&line, which] { line.command = which; });
        fill(*sub);
    };
    command("serve", "speak MCP over stdin and stdout (also without a command)", Command::serve,
            [&](CLI::App& serve) {
                serve.add_option("--http", line.http,
                                 "serve HTTP at this address instead: throughline-http");
            });
    command("call", "run one tool", Command::call, [&](CLI::App& call) {
        call.add_option("TOOL", line.tool, "its name")->required();
        call.add_option("ARGUMENTS", line.arguments, "JSON object, or - to read it from stdin");
        call.add_flag("--json", line.json, "print the fields instead of the text");
    });
    command("script", "run tool calls from a file", Command::script, [&](CLI::App& script) {
        script
            .add_option("FILE", line.file, "one {\"tool\",\"arguments\",\"expect\"} a line, or -")
            ->required();
    });
    command("tools", "list the tools", Command::tools, [&](CLI::App& tools) {
        tools.add_flag("--json", line.json, "in the form of tools/list");
        tools.add_flag("--markdown", line.markdown, "as a table");
    });
    command("stats", "what the store holds", Command::stats,
            [&](CLI::App& stats) { stats.add_flag("--json", line.json, "as JSON"); });
    command("export", "write the whole store as lines of JSON", Command::export_store,
            [&](CLI::App& out) {
                out.add_option("FILE", line.file, "where to, or - for stdout")->required();
            });
    command("import", "read an export back, or the memory.jsonl of the reference memory server",
            Command::import_store, [&](CLI::App& in) {
                in.add_option("FILE", line.file, "where from, or - for stdin")->required();
            });
    command("token", "tokens for HTTP: add, list, revoke", Command::token,
            [&](CLI::App& token) { fill_token(token, line.token); });
    command("quota", "show or limit what a tenant holds; --tenant says which", Command::quota,
            [&](CLI::App& quota) {
                quota.add_option("--bytes", line.quota.bytes,
                                 "the most it may hold, such as 100MB, or any");
                quota.add_option("--nodes", line.quota.nodes,
                                 "the most nodes and episodes, such as 50000, or any");
            });
    command("projection", "publish a reviewed selection as a graph", Command::projection,
            [&](CLI::App& projection) { fill_projection(projection, line); });
    command("compact", "give the store's free pages back to the disk", Command::compact,
            [](CLI::App& /*compact*/) {});
}

/// Reads the words into `line`. Gives an exit code when that was all there is to do.
std::optional<int> parse(int argc, const char* const* argv, CommandLine& line) {
    CLI::App app("A map of the conversation that the model keeps, as an MCP server.",
                 "throughline");
    const Words words = command_words(argc, argv);
    add_settings(app, words, line.settings, line.check_config);
    add_commands(app, words, line);
    app.require_subcommand(0, 1);
    return parse_words(app, argc, argv);
}

/// Runs throughline-http, which lies beside this program, with the same settings.
/// Returns only when that cannot be done.
int become_http_server(Words words, const CommandLine& line) {
    std::error_code fault;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", fault);
    const std::string program = (self.parent_path() / "throughline-http").string();
    std::vector<std::string> kept{program, "--listen", line.http};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "--http")
            ++i;
        else if (word != "serve" && !word.starts_with("--http="))
            kept.emplace_back(word);
    }
    std::vector<char*> arguments;
    for (auto& word : kept)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(program.c_str(), arguments.data());
    return misuse("throughline", "cannot run " + program +
                                     ": build or install throughline-http beside throughline");
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
    CommandLine line;
    if (argc > 1)
        if (const auto done = parse(argc, argv, line)) return *done;
    if (!line.http.empty()) return become_http_server(command_words(argc, argv), line);
    add_environment(line.settings, variable);
    std::error_code ignored;
    return run(line, variable, std::filesystem::current_path(ignored).string());
}

}  // namespace mcp
