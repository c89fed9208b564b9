#include "tests/mcp/http_pair.hpp"

#include "tests/mcp/sample_rows.hpp"

#include <array>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tests {
namespace {

mcp::Site sample_site(store::Store& store, const tools::Counter& counter) {
    return {store,
            counter,
            sample_catalog(),
            {},
            {},
            [] { return std::int64_t{1'790'000'000'000}; },
            [] { return std::string(32, 'a'); },
            "Keep notes."};
}

}  // namespace

HttpClient::~HttpClient() {
    close();
}

void HttpClient::close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

void HttpClient::send(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

bool HttpClient::fill() {
    pollfd waiting{fd_, POLLIN, 0};
    if (::poll(&waiting, 1, 5000) != 1) return false;
    std::array<char, 4096> bytes{};
    const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (got > 0) got_.append(bytes.data(), static_cast<std::size_t>(got));
    return got > 0;
}

std::string HttpClient::until(std::string_view wanted) {
    while (got_.find(wanted) == std::string::npos && fill()) {
    }
    const auto found = got_.find(wanted);
    const std::string out =
        got_.substr(0, found == std::string::npos ? found : found + wanted.size());
    got_.erase(0, out.size());
    return out;
}

std::string HttpClient::reply() {
    const std::string head = until("\r\n\r\n");
    const auto length = head.find("Content-Length: ");
    if (length == std::string::npos) return head;
    const std::size_t size = std::stoul(head.substr(length + 16));
    while (got_.size() < size && fill()) {
    }
    std::string out = head + got_.substr(0, size);
    got_.erase(0, size);
    return out;
}

bool HttpClient::closed() {
    while (fill())
        got_.clear();
    pollfd waiting{fd_, POLLIN, 0};
    std::array<char, 1> byte{};
    return ::poll(&waiting, 1, 0) == 1 && ::recv(fd_, byte.data(), 1, 0) <= 0;
}

mcp::HttpLimits HttpPair::small() {
    mcp::HttpLimits out;
    out.threads = 4;
    out.connections_per_address = 32;
    return out;
}

HttpPair::HttpPair(const mcp::HttpLimits& limits)
    : store_({.dir = dir_.path(), .sync = false}),
      server_(sample_site(store_, counter_), [](const std::string& /*fault*/) {}),
      monitor_(store_, server_.site().catalog, log_),
      users_(
          store_, server_, true,
          [this](const store::TokenGrant& grant) {
              mcp::Site site = sample_site(store_, counter_);
              site.principal.tenant = {grant.tenant, grant.spaces};
              return std::make_unique<mcp::Server>(std::move(site),
                                                   [](const std::string& /*fault*/) {});
          },
          {.calls = 30, .changes = 12, .streams = 2},
          [] { return std::int64_t{1'790'000'000'000}; }, [this] { return now_.load(); }),
      endpoint_(users_, mcp::make_gate("127.0.0.1", 8808, {}, {"https://app.example"}), monitor_),
      hub_(endpoint_, limits) {}

HttpPair::~HttpPair() = default;

int HttpPair::connect() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0)
        throw std::runtime_error("no socket pair");
    hub_.add(ends[0]);
    return ends[1];
}

std::string HttpPair::ask(std::string_view bytes) {
    HttpClient client(connect());
    client.send(bytes);
    return client.reply();
}

std::string post(const std::string& body, const std::string& headers) {
    return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8808\r\nContent-Type: application/json\r\n" +
           headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string modern_post(const std::string& method, Json params, const std::string& headers) {
    params["_meta"] = envelope();
    const Json message = {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
    return post(message.dump(),
                "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n" + headers);
}

int status_of(const std::string& reply) {
    return reply.size() < 12 ? 0 : std::stoi(reply.substr(9, 3));
}

std::string body_of(const std::string& reply) {
    const auto end = reply.find("\r\n\r\n");
    return end == std::string::npos ? "" : reply.substr(end + 4);
}

int error_of(const std::string& reply) {
    const Json body = Json::parse(body_of(reply), nullptr, false);
    if (!body.is_object() || !body.contains("error")) return 0;
    return body["error"]["code"];
}

}  // namespace tests
