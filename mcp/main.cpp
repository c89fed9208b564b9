#include "mcp/cli.hpp"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace {

/// A host may start us without some of the three; whatever we open next must not
/// take their place.
void occupy_standard_descriptors() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
        if (::fcntl(fd, F_GETFD) == -1) ::open("/dev/null", O_RDWR);
}

}  // namespace

int main(int argc, char** argv) {
    occupy_standard_descriptors();
    std::signal(SIGPIPE, SIG_IGN);
    return mcp::run_command_line(argc, argv);
}
