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
#include <chrono>
#include <cstddef>
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
    add_settings(app, command_words(argc, argv), line.settings, line.check_config);
    return parse_words(app, argc, argv);
}

/// How many tokens open something now.
std::size_t usable_tokens(const store::Store& store) {
    using namespace std::chrono;
    const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
    const auto all = store.read([](const store::ReadTxn& txn) { return store::list_tokens(txn); });
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const store::TokenGrant& grant) { return grant.opens(now); }));
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
    Log log(options.log_level, LogForm::json);
    const auto report = [&](const std::string& fault) { log.write(LogLevel::error, fault); };
    Site site = make_site(store, options);
    site.pushes = false;
    if (!options.tools.read_only) keep_all_up(store, options);
    Server offered(std::move(site), report);
    HttpMonitor monitor(store, offered.site().catalog, log);
    HttpUsers users(
        store, offered, only_local(address),
        [&](const store::TokenGrant& grant) {
            return std::make_unique<Server>(granted_site(store, options, grant), report);
        },
        options.rate);
    std::unique_ptr<HttpEndpoint> endpoint;
    serve_http(address, {}, [&](int port) -> HttpHandler& {
        endpoint = std::make_unique<HttpEndpoint>(
            users, make_gate(address.host, port, raw.allow_hosts, raw.allow_origins), monitor);
        std::cerr << "listening on " << http_url(address, port) << std::endl;
        return *endpoint;
    });
}

/// What this server would do, for whoever is about to start it.
void show_config(const store::Store& store, const Options& options, const RawSettings& raw,
                 const ListenAddress& address, std::size_t tokens) {
    const auto listed = [](const std::vector<std::string>& names) {
        std::string out;
        for (const auto& name : names)
            out += (out.empty() ? "" : ", ") + name;
        return out.empty() ? "none besides its own" : out;
    };
    const HttpLimits limits;
    const bool made = store.read([](const store::ReadTxn& txn) { return store::has_tokens(txn); });
    const HttpGate gate = make_gate(address.host, address.port, raw.allow_hosts, {});
    std::cout << "the settings fit, store " << store.dir().string() << "\n"
              << "address: " << http_url(address, address.port) << "\n"
              << "callers: "
              << (made ? "bearers of " + std::to_string(tokens) + " tokens"
                       : "everybody on this machine, as tenant " + options.principal.tenant.name)
              << (options.tools.read_only ? ", to look only" : "") << "\n"
              << "hosts: " << listed(gate.hosts) << "\n"
              << "origins beside loopback: " << listed(raw.allow_origins) << "\n"
              << "rate of a token: " << options.rate.calls << " calls and " << options.rate.changes
              << " changes a minute, " << options.rate.streams << " streams\n"
              << "limits: body " << limits.body_bytes << " bytes, unfinished requests "
              << limits.held_bytes << " bytes, " << limits.connections << " connections, "
              << limits.connections_per_address << " of an address, drain " << limits.drain.count()
              << " ms\n";
}

void run_http(const HttpCommandLine& line) {
    std::error_code ignored;
    const Options options =
        read_settings(line.settings, variable, std::filesystem::current_path(ignored).string());
    const ListenAddress address = read_listen_address(line.settings.listen.value_or("8808"));
    store::Store store(options.store);
    const std::size_t tokens = usable_tokens(store);
    if (!only_local(address) && tokens == 0)
        throw store::Error(store::Code::denied,
                           "other machines would reach this address, and no token opens anything: "
                           "make one with throughline token add, or listen at 127.0.0.1");
    if (line.check_config)
        show_config(store, options, line.settings, address, tokens);
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
