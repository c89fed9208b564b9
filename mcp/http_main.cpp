#include "mcp/cli_http.hpp"
#include "mcp/http_run.hpp"

#include <csignal>

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    mcp::block_stop_signals();
    return mcp::run_http_command_line(argc, argv);
}
