#include "mcp/http_run.hpp"

#include <csignal>
#include <cstdlib>
#include <sys/resource.h>

namespace mcp {
namespace {

sigset_t stop_signals() {
    sigset_t out;
    ::sigemptyset(&out);
    ::sigaddset(&out, SIGINT);
    ::sigaddset(&out, SIGTERM);
    return out;
}

/// As many descriptors as the system lets this process have: each client takes one.
void raise_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

void block_stop_signals() {
    const sigset_t signals = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void serve_http(const ListenAddress& address, const HttpLimits& limits,
                const std::function<HttpHandler&(int port)>& ready) {
    raise_descriptors();
    HttpListener listener(address);
    HttpHub hub(ready(listener.port()), limits);
    listener.start(hub);
    const sigset_t signals = stop_signals();
    int signal = 0;
    ::sigwait(&signals, &signal);
    listener.stop();
    if (!hub.stop()) std::_Exit(0);  // every change that was answered is durable
}

std::string http_url(const ListenAddress& address, int port) {
    const bool v6 = address.host.find(':') != std::string::npos;
    return "http://" + (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(port) +
           "/mcp";
}

}  // namespace mcp
