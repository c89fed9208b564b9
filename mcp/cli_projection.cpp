#include "mcp/cli_projection.hpp"

#include "mcp/version.hpp"

#include <filesystem>
#include <iostream>
#include <map>

namespace mcp {
namespace {

constexpr const char* command_name = "projection";

/// The command's flags, paths absolute.
std::map<std::string, std::string> projection_words(const CommandLine& line,
                                                    const std::string& working_dir) {
    std::map<std::string, std::string> out;
    const auto add = [&](const char* name, const std::optional<std::string>& path) {
        if (path)
            out[name] = (std::filesystem::path(working_dir) / *path).lexically_normal().string();
    };
    add("state-root", line.state_root);
    add("selection", line.selection);
    add("verify-graphify", line.verify_graphify);
    if (line.verify_graphify && line.verify_graphify->find('/') == std::string::npos)
        out["verify-graphify"] = *line.verify_graphify;  // looked up as a shell would
    return out;
}

void build_projection(const CommandLine& line, const Environment& environment,
                      const std::string& working_dir) {
    const Options options = read_settings(line.settings, environment, working_dir);
    if (options.tools.read_only)
        throw store::Error(store::Code::denied, "read only", {{"", "read_only", "", "", {}}});
    store::Store store(options.store);
    const tools::Counter counter(options.token_ranks);
    const Site site = make_site(store, counter, options);
    const tools::Call call = quiet_call(site, site.principal);
    for (const auto& row : tools::catalog().commands)
        if (row.name == command_name) row.run(store, call, projection_words(line, working_dir));
}

/// The fixed word for how it failed.
std::string code_of(const Failure& failure) {
    if (failure.internal) return "internal";
    if (!failure.problems.empty()) return failure.problems.front().reason;
    return names(failure.code).at(static_cast<std::size_t>(failure.code));
}

}  // namespace

int run_projection(const CommandLine& line, const Environment& environment,
                   const std::string& working_dir) {
    const auto failure = attempt([&] { build_projection(line, environment, working_dir); });
    const std::string code = failure ? code_of(*failure) : "built";
    std::cout << json_text(Json{{"status", failure ? "failed" : "built"},
                                {"code", code},
                                {"version", std::string(program_version)},
                                {"contextGraph", "unknown-owner"}})
              << "\n";
    if (!failure) return exit_ok;
    return code.starts_with("adapter_") ? exit_retry : exit_misuse;
}

}  // namespace mcp
