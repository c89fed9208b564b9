#include "mcp/stdio.hpp"
#include "tests/mcp/sample_rows.hpp"

#include <csignal>
#include <iostream>
#include <unistd.h>

/// The sample catalogue over stdio, on the store in the directory that is named.
int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::signal(SIGPIPE, SIG_IGN);
    store::Store store({.dir = argv[1], .sync = false});
    const tools::Counter counter;
    mcp::Server server({store,
                        counter,
                        tests::sample_catalog(),
                        {},
                        {},
                        [] { return std::int64_t{1'790'000'000'000}; },
                        [] { return std::string(32, 'a'); },
                        "Keep notes."},
                       [](const std::string& fault) { std::cerr << fault << "\n"; });
    mcp::StdioConnection(server, STDIN_FILENO, STDOUT_FILENO).run();
}
