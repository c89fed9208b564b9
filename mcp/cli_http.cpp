#include "mcp/cli_http.hpp"

#include "mcp/cli_commands.hpp"
#include "mcp/cli_settings.hpp"
#include "mcp/http_endpoint.hpp"
#include "mcp/http_grant.hpp"
#include "mcp/http_run.hpp"
#include "mcp/http_users.hpp"
#include "store/tokens.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// What a process that may write does at its start, for whoever it may serve.
void keep_all_up(store::Store& store, Options options) {
    std::vector<std::string> tenants{options.principal.tenant.name};
    for (const auto& grant :
         store.read([](const store::ReadTxn& txn) { return store::list_tokens(txn); }))
        if (std::find(tenants.begin(), tenants.end(), grant.tenant) == tenants.end())
            tenants.push_back(grant.tenant);
    for (const auto& tenant : tenants) {
        options.principal.tenant = tenant;
        keep_up(make_site(store, options));
    }
}

void serve_over_http(store::Store& store, const Options& options, const RawSettings& raw,
                     const ListenAddress& address) {
    Log log(options.log_level);
    const auto report = [&](const std::string& fault) { log.write(LogLevel::error, fault); };
    Site site = make_site(store, options);
    site.pushes = false;
    if (!options.tools.read_only) keep_all_up(store, options);
    Server offered(std::move(site), report);
    HttpUsers users(
        store, offered, only_local(address),
        [&](const store::TokenGrant& grant) {
            return std::make_unique<Server>(granted_site(store, options, grant), report);
        },
        options.rate);
    std::unique_ptr<HttpEndpoint> endpoint;
    serve_http(address, {}, [&](int port) -> HttpHandler& {
        endpoint = std::make_unique<HttpEndpoint>(
            users, make_gate(address.host, port, raw.allow_hosts, raw.allow_origins));
        std::cerr << "listening on " << http_url(address, port) << std::endl;
        return *endpoint;
    });
}

void run_http(const HttpCommandLine& line) {
    std::error_code ignored;
    const Options options =
        read_settings(line.settings, variable, std::filesystem::current_path(ignored).string());
    const ListenAddress address = read_listen_address(line.settings.listen.value_or("8808"));
    store::Store store(options.store);
    const bool tokens =
        store.read([](const store::ReadTxn& txn) { return store::has_tokens(txn); });
    if (!only_local(address) && !tokens)
        throw store::Error(store::Code::denied,
                           "other machines would reach this address, and there are no tokens: "
                           "make one with throughline token add, or listen at 127.0.0.1");
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
