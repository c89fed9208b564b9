#include "mcp/cli_commands.hpp"

#include "mcp/cli_archive.hpp"
#include "mcp/cli_projection.hpp"
#include "mcp/stdio.hpp"
#include "store/hex.hpp"
#include "store/ops.hpp"

#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sys/random.h>
#include <unistd.h>
#include <utility>

namespace mcp {
namespace {

std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string random_id() {
    std::array<char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw store::Error(store::Code::unavailable, "the system gave no random bytes");
    return store::to_hex({bytes.data(), bytes.size()});
}

int serve(store::Store& store, const tools::Counter& counter, const Options& options) {
    Log log(options.log_level);
    Server server(make_site(store, counter, options),
                  [&](const std::string& fault) { log.write(LogLevel::error, fault); });
    log.write(LogLevel::info, "store " + store.dir().string() + ", " +
                                  std::to_string(server.site().catalog.tools.size()) + " tools");
    StdioConnection(server, STDIN_FILENO, STDOUT_FILENO).run();
    return exit_ok;
}

std::string whole(std::istream& in) {
    return {std::istreambuf_iterator<char>(in), {}};
}

int call(const Server& server, const CommandLine& line) {
    const tools::Tool* tool = server.site().catalog.tool(line.tool);
    if (tool == nullptr) {
        std::cerr << "throughline: " << tools::unknown_tool(server.site().catalog, line.tool)
                  << "\n";
        return exit_misuse;
    }
    const std::string text = line.arguments == "-" ? whole(std::cin) : line.arguments;
    Json arguments = Json::object();
    if (const auto failure = attempt([&] {
            if (text.find_first_not_of(" \t\r\n") != std::string::npos)
                arguments = tools::parse_json(text);
        }))
        return complain("throughline", *failure);
    const Called called = server.call(*tool, arguments);
    if (line.json)
        std::cout << json_text(shown(called)) << "\n";
    else
        std::cout << (called.outcome ? called.outcome->text : failure_text(*called.failure))
                  << "\n";
    return called.outcome ? exit_ok : exit_refused;
}

int script(const Server& server, const std::string& file) {
    if (file == "-") return run_script(server, std::cin, std::cout, std::cerr);
    std::ifstream in(file);
    if (in) return run_script(server, in, std::cout, std::cerr);
    std::cerr << "throughline: the script " << file << " cannot be read\n";
    return exit_misuse;
}

int print_tools(const CommandLine& line) {
    const tools::Catalog all = tools::catalog();
    if (line.json)
        std::cout << "{" << tool_list(all) << "}\n";
    else if (line.markdown)
        std::cout << tools::tool_table(all);
    else
        for (const auto& tool : all.tools)
            std::cout << tool.name << "\t" << tool.title << "\n";
    return exit_ok;
}

Json stats_json(const store::Stats& stats) {
    Json spaces = Json::object();
    for (std::size_t i = 0; i < stats.spaces.size(); ++i)
        spaces[names(store::SpaceKind{}).at(i)] = stats.spaces.at(i);
    return {{"schema", stats.schema},         {"records", stats.records},
            {"spaces", std::move(spaces)},    {"tenants", stats.tenants},
            {"file_bytes", stats.file_bytes}, {"used_bytes", stats.used_bytes},
            {"free_bytes", stats.free_bytes}, {"map_bytes", stats.map_bytes},
            {"readers", stats.readers},       {"max_readers", stats.max_readers},
            {"last_txn", stats.last_txn}};
}

int show_stats(const store::Store& store, bool json) {
    Json out = stats_json(store::stats(store));
    out["store"] = store.dir().string();
    if (json) {
        std::cout << json_text(out) << "\n";
        return exit_ok;
    }
    for (const auto& member : out.items())
        std::cout << member.key() << ": "
                  << (member.value().is_string() ? member.value().get<std::string>()
                                                 : json_text(member.value()))
                  << "\n";
    return exit_ok;
}

int shrink(store::Store& store) {
    const store::Compaction done = store::compact(store);
    std::cout << "compacted " << store.dir().string() << ": " << done.bytes_before << " -> "
              << done.bytes_after << " bytes\n";
    return exit_ok;
}

bool uses_tools(Command command) {
    return command == Command::serve || command == Command::call || command == Command::script;
}

/// What --read-only forbids; tools, imports and projections know by themselves.
bool changes_store(const CommandLine& line) {
    switch (line.command) {
        case Command::compact:
            return true;
        case Command::quota:
            return line.quota.bytes || line.quota.nodes;
        case Command::token:
            return line.token.action != "list";
        default:
            return false;
    }
}

int run_on_store(const CommandLine& line, Options options) {
    if (options.tools.read_only && changes_store(line))
        throw store::Error(store::Code::denied,
                           "this changes the store: send it without --read-only");
    const bool sees_all = uses_tools(line.command) && line.command != Command::serve;
    if (sees_all) options.tools.toolsets = all_toolsets();
    const tools::Counter counter(options.token_ranks);
    if (line.check_config) counter.load();
    store::Store store(options.store);
    if (line.check_config) {
        std::cout << "the settings fit, store " << store.dir().string();
        if (!options.token_ranks.empty()) std::cout << ", tokens counted by " << counter.name();
        std::cout << "\n";
        return exit_ok;
    }
    const auto quiet = [](const std::string& fault) {
        std::cerr << "throughline: " << fault << "\n";
    };
    if (uses_tools(line.command) && !options.tools.read_only)
        keep_up(make_site(store, counter, options));
    switch (line.command) {
        case Command::call:
            return call(Server(make_site(store, counter, options), quiet), line);
        case Command::script:
            return script(Server(make_site(store, counter, options), quiet), line.file);
        case Command::stats:
            return show_stats(store, line.json);
        case Command::token:
            return run_token(store, options.principal.tenant.name, line.token);
        case Command::quota:
            return run_quota(store, options.principal.tenant.name, line.quota);
        case Command::compact:
            return shrink(store);
        case Command::export_store:
            return export_store(make_site(store, counter, options), line.file);
        case Command::import_store:
            return import_store(make_site(store, counter, options), line.file);
        default:
            return serve(store, counter, options);
    }
}

}  // namespace

Site make_site(store::Store& store, const tools::Counter& counter, const Options& options) {
    return {store,
            counter,
            tools::visible(tools::catalog(), options.tools),
            options.tools,
            options.principal,
            now_ms,
            random_id,
            tools::instructions(options.tools)};
}

void keep_up(const Site& site) {
    try {
        for (const auto& row : site.catalog.upkeep)
            row.run(site.store, quiet_call(site, site.principal));
    } catch (const store::Error& error) {
        if (error.code != store::Code::limit) throw;  // a tenant at its quota
    }
}

int complain(const std::string& program, const Failure& failure) {
    std::cerr << program << ": " << failure.message;
    const char* before = ": ";
    for (const auto& problem : failure.problems) {
        if (problem.message == failure.message) continue;
        std::cerr << std::exchange(before, "; ");
        if (!problem.path.empty()) std::cerr << problem.path << ": ";
        std::cerr << problem.message;
    }
    std::cerr << "\n";
    return exit_misuse;
}

Json shown(const Called& called) {
    if (called.outcome) return called.outcome->structured;
    const Failure& failure = *called.failure;
    Json errors = Json::array();
    for (const auto& problem : failure.problems) {
        Json error = Json::object();
        if (problem.index) error["index"] = *problem.index;
        error["path"] = problem.path;
        error["message"] = problem.message;
        if (!problem.send.empty()) error["try"] = problem.send;
        errors.push_back(std::move(error));
    }
    return {{"code", names(failure.code).at(static_cast<std::size_t>(failure.code))},
            {"message", failure.message},
            {"errors", std::move(errors)}};
}

int run(const CommandLine& line, const Environment& environment, const std::string& working_dir) {
    if (line.command == Command::projection) return run_projection(line, environment, working_dir);
    int out = exit_ok;
    const auto failure = attempt([&] {
        if (line.command == Command::tools)
            out = print_tools(line);
        else
            out = run_on_store(line, read_settings(line.settings, environment, working_dir));
    });
    return failure ? complain("throughline", *failure) : out;
}

}  // namespace mcp
