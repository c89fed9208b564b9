#pragma once

#include "mcp/cli_quota.hpp"
#include "mcp/cli_token.hpp"
#include "mcp/server.hpp"
#include "mcp/settings.hpp"

#include <iosfwd>
#include <optional>
#include <string>

namespace mcp {

inline constexpr int exit_ok = 0;
inline constexpr int exit_refused = 1;
inline constexpr int exit_misuse = 2;

enum class Command {
    token,
    quota,
    serve,
    call,
    script,
    tools,
    stats,
    compact,
    export_store,
    import_store,
    projection
};

/// What the command line asked for.
struct CommandLine {
    RawSettings settings;
    bool check_config = false;
    Command command = Command::serve;
    std::string tool, arguments, file;
    std::optional<std::string> state_root, selection, verify_graphify;
    std::string http;  ///< address to serve HTTP at instead; empty: stdio
    TokenCommand token;
    QuotaCommand quota;
    bool json = false;
    bool markdown = false;
};

/// What a server of this process serves: everything the options let be seen.
Site make_site(store::Store& store, const tools::Counter& counter, const Options& options);

/// Does what is due when a store is opened by somebody who may write.
void keep_up(const Site& site);

/// Says in one line on stderr what cannot be used, and each reason that says more.
/// Returns exit_misuse.
int complain(const std::string& program, const Failure& failure);

/// Runs the command and returns its exit code.
int run(const CommandLine& line, const Environment& environment, const std::string& working_dir);

/// What a call gave, as `call --json` shows it: the structured object, or
/// `{code, message, errors}` with index, path, message and try of each problem.
Json shown(const Called& called);

/// Runs the calls of a script and prints a result a line. A line `{"tool", "arguments",
/// "expect"?, "keep"?}` may name its result, and later arguments hold parts of it as
/// `${NAME/member}`. Returns the exit code.
int run_script(const Server& server, std::istream& in, std::ostream& out, std::ostream& err);

/// Where `got` lacks what `want` asks for, as a message; empty when it fits. Objects
/// may hold more than is asked for; lists must be as long as the one that is wanted.
std::string mismatch(const Json& want, const Json& got, const std::string& path = "");

}  // namespace mcp
