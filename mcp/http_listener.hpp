#pragma once

#include "mcp/http_hub.hpp"

#include <memory>
#include <string>

namespace mcp {

/// Where a server listens.
struct ListenAddress {
    std::string host = "127.0.0.1";  ///< a name or address, v6 without brackets
    int port = 8808;                 ///< 0: any that is free
};

/// Reads `127.0.0.1:8808`, `[::1]:8808`, `:8808` or a port alone. Throws Error invalid.
ListenAddress read_listen_address(const std::string& text);

/// True when only this machine reaches the address.
bool only_local(const ListenAddress& address);

/// Takes new connections at an address and gives them to a hub. It is the port's only
/// owner.
class HttpListener {
public:
    /// Throws Error unavailable when the address cannot be had.
    explicit HttpListener(const ListenAddress& address);
    ~HttpListener();
    HttpListener(const HttpListener&) = delete;
    HttpListener& operator=(const HttpListener&) = delete;
    HttpListener(HttpListener&&) = delete;
    HttpListener& operator=(HttpListener&&) = delete;

    [[nodiscard]] int port() const { return port_; }

    /// Starts to accept. The hub must outlive stop().
    void start(HttpHub& hub);
    void stop();

private:
    class Acceptor;
    std::unique_ptr<Acceptor> acceptor_;
    int port_ = 0;
};

}  // namespace mcp
