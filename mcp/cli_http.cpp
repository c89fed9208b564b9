#include "mcp/cli_http.hpp"

#include "mcp/cli_commands.hpp"
#include "mcp/cli_settings.hpp"
#include "mcp/http_endpoint.hpp"
#include "mcp/http_run.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

namespace mcp {
namespace {

constexpr const char* http_program = "throughline-http";

struct HttpCommandLine {
    RawSettings settings;
    bool check_config = false;
};

/// Gives an exit code when the words were all there is to do.
std::optional<int> parse_http(int argc, const char* const* argv, HttpCommandLine& line) {
    CLI::App app("Throughline as an MCP server over HTTP, for many clients at once.", http_program);
    add_settings(app, line.settings, line.check_config);
    return parse_words(app, argc, argv);
}

void serve_over_http(store::Store& store, const Options& options, const RawSettings& raw,
                     const ListenAddress& address) {
    Log log(options.log_level);
    Site site = make_site(store, options);
    site.pushes = false;
    if (!options.tools.read_only) keep_up(site);
    Server server(std::move(site),
                  [&](const std::string& fault) { log.write(LogLevel::error, fault); });
    std::unique_ptr<HttpEndpoint> endpoint;
    serve_http(address, {}, [&](int port) -> HttpHandler& {
        endpoint = std::make_unique<HttpEndpoint>(
            server, make_gate(address.host, port, raw.allow_hosts, raw.allow_origins));
        std::cerr << "listening on " << http_url(address, port) << std::endl;
        return *endpoint;
    });
}

void run_http(const HttpCommandLine& line) {
    std::error_code ignored;
    const Options options =
        read_settings(line.settings, variable, std::filesystem::current_path(ignored).string());
    const ListenAddress address = read_listen_address(line.settings.listen.value_or("8808"));
    if (!only_local(address))
        throw store::Error(store::Code::denied,
                           "other machines would reach this address, and there are no tokens: "
                           "listen at 127.0.0.1");
    store::Store store(options.store);
    if (line.check_config)
        std::cout << "the settings fit, store " << store.dir().string() << "\n";
    else
        serve_over_http(store, options, line.settings, address);
}

}  // namespace

int run_http_command_line(int argc, const char* const* argv) {
    HttpCommandLine line;
    if (const auto done = parse_http(argc, argv, line)) return *done;
    add_environment(line.settings, variable);
    const auto failure = attempt([&] { run_http(line); });
    return failure ? complain(http_program, *failure) : exit_ok;
}

}  // namespace mcp
