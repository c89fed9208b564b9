#include "mcp/http_listener.hpp"

#include "store/error.hpp"

#include <httplib.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace mcp {
namespace {

constexpr int backlog = 1024;

store::Error address_error(const std::string& text) {
    return {store::Code::invalid,
            "the settings cannot be used",
            {{"--listen",
              "bad_setting",
              "expected an address such as 127.0.0.1:8808 or [::1]:0, not " + text,
              "",
              {}}}};
}

}  // namespace

ListenAddress read_listen_address(const std::string& text) {
    ListenAddress out;
    const auto colon = text.rfind(':');
    const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
    std::string host = colon == std::string::npos ? "" : text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    else if (host.find(':') != std::string::npos)
        throw address_error(text);
    if (!host.empty()) out.host = host;
    const auto [end, fault] = std::from_chars(port.data(), port.data() + port.size(), out.port);
    if (fault != std::errc{} || end != port.data() + port.size() || out.port < 0 ||
        out.port > 65535)
        throw address_error(text);
    return out;
}

bool only_local(const ListenAddress& address) {
    return address.host.starts_with("127.") || address.host == "::1" || address.host == "localhost";
}

/// The library makes the socket. It never sees a connection: its parser decodes header
/// values, bounds neither lines nor chunks and holds a thread each, and its accept loop
/// ends for good when the system is short of something.
class HttpListener::Acceptor : public httplib::Server {
public:
    Acceptor() {
        set_tcp_nodelay(true);
        set_socket_options([](socket_t socket) {
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
    }

    /// The port, or -1.
    int bind(const ListenAddress& address) {
        int port = address.port;
        if (port == 0)
            port = bind_to_any_port(address.host);
        else if (!bind_to_port(address.host, port))
            port = -1;
        if (port > 0) ::listen(svr_sock_, backlog);  // the library's own is 5
        return port;
    }

    void run(HttpHub& hub) {
        thread_ = std::thread([this, &hub] {
            while (!ending_)
                accept_one(hub);
        });
    }

    void end() {
        ending_ = true;
        ::shutdown(svr_sock_, SHUT_RDWR);
        if (thread_.joinable()) thread_.join();
        const int socket = svr_sock_.exchange(INVALID_SOCKET);
        if (socket != INVALID_SOCKET) ::close(socket);
    }

private:
    void accept_one(HttpHub& hub) {
        const int client = ::accept4(svr_sock_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client >= 0)
            hub.add(client);
        else if (!ending_ && errno != EINTR && errno != ECONNABORTED)
            std::this_thread::sleep_for(
                std::chrono::milliseconds(10));  // no descriptors, no memory
    }

    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

HttpListener::HttpListener(const ListenAddress& address) : acceptor_(std::make_unique<Acceptor>()) {
    port_ = acceptor_->bind(address);
    if (port_ > 0) return;
    throw store::Error(store::Code::unavailable,
                       "cannot listen at " + address.host + " port " +
                           std::to_string(address.port) +
                           ": another program may have it, or the address is not this machine's");
}

HttpListener::~HttpListener() {
    stop();
}

void HttpListener::start(HttpHub& hub) {
    acceptor_->run(hub);
}

void HttpListener::stop() {
    acceptor_->end();
}

}  // namespace mcp
