#include "mcp/http_endpoint.hpp"
#include "mcp/http_run.hpp"
#include "tests/conformance/answers.hpp"
#include "tests/conformance/rows.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <string_view>
#include <unistd.h>

namespace {

std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string random_id() {
    std::random_device device;
    std::string out;
    for (int i = 0; i < 4; ++i) {
        std::array<char, 9> digits{};
        std::snprintf(digits.data(), digits.size(), "%08x", device());
        out += digits.data();
    }
    return out;
}

void serve(const std::filesystem::path& dir, const mcp::ListenAddress& address) {
    store::Store store({.dir = dir, .sync = false});
    mcp::Site site{store, tests::conformance_catalog(), {}, {}, now_ms, random_id, ""};
    site.extension.answer = tests::conformance_answer;
    mcp::Server server(std::move(site),
                       [](const std::string& fault) { std::cerr << fault << "\n"; });
    mcp::Log log(mcp::LogLevel::off);
    mcp::HttpMonitor monitor(store, server.site().catalog, log);
    mcp::HttpUsers users(store, server, true, {});
    std::unique_ptr<mcp::HttpEndpoint> endpoint;
    mcp::serve_http(address, {}, [&](int port) -> mcp::HttpHandler& {
        endpoint = std::make_unique<mcp::HttpEndpoint>(
            users, mcp::make_gate(address.host, port, {}, {}), monitor);
        std::cerr << "listening on " << mcp::http_url(address, port) << std::endl;
        return *endpoint;
    });
}

}  // namespace

/// What the official conformance suite asks of a server, on the same core as the product:
/// `throughline-fixtures --listen 127.0.0.1:0`.
int main(int argc, char** argv) {
    if (argc != 3 || std::string_view(argv[1]) != "--listen") {
        std::cerr << "usage: throughline-fixtures --listen ADDRESS\n";
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    mcp::block_stop_signals();
    const auto dir = std::filesystem::temp_directory_path() /
                     ("throughline-fixtures-" + std::to_string(::getpid()));
    const auto failure = mcp::attempt([&] { serve(dir, mcp::read_listen_address(argv[2])); });
    std::error_code ignored;
    std::filesystem::remove_all(dir, ignored);
    if (failure) std::cerr << "throughline-fixtures: " << failure->message << "\n";
    return failure ? 2 : 0;
}
