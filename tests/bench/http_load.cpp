#include "tests/bench/http.hpp"
#include "tests/bench/measure.hpp"

#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

int connect_to(int port) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("no connection");
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

std::string post_of(int port, const std::string& body) {
    return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
           "\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// The length of the whole reply that starts the text, 0 while it is not all there.
std::size_t whole(const std::string& text) {
    const auto head = text.find("\r\n\r\n");
    const auto length = text.find("Content-Length: ");
    if (head == std::string::npos || length == std::string::npos || length > head) return 0;
    const std::size_t size = head + 4 + std::stoul(text.substr(length + 16));
    return text.size() < size ? 0 : size;
}

/// One client: its connection and what came of the answer it waits for.
struct Caller {
    int fd = -1;
    std::string got = {};
    Clock::time_point asked = {};
};

class Callers {
public:
    Callers(int port, int count, const std::function<std::string(int)>& body)
        : port_(port), body_(body), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
        for (int i = 0; i < count; ++i) {
            callers_.push_back({connect_to(port)});
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u32 = static_cast<std::uint32_t>(i);
            epoll_ctl(epoll_, EPOLL_CTL_ADD, callers_.back().fd, &event);
        }
    }

    ~Callers() {
        for (const auto& caller : callers_)
            close(caller.fd);
        close(epoll_);
    }

    Callers(const Callers&) = delete;
    Callers& operator=(const Callers&) = delete;

    Load run(double seconds) {
        const auto began = Clock::now();
        const auto end = began + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(seconds));
        for (std::size_t i = 0; i < callers_.size(); ++i)
            ask(i);
        std::size_t open = callers_.size();
        while (open > 0) {
            std::array<epoll_event, 64> events{};
            const int count = epoll_wait(epoll_, events.data(), 64, 10'000);
            if (count <= 0) throw std::runtime_error("no answer in ten seconds");
            for (int i = 0; i < count; ++i) {
                if (!hear(events.at(static_cast<std::size_t>(i)).data.u32)) continue;
                if (Clock::now() < end)
                    ask(events.at(static_cast<std::size_t>(i)).data.u32);
                else
                    --open;
            }
        }
        return load(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
    }

private:
    void ask(std::size_t number) {
        const std::string text = post_of(port_, body_(static_cast<int>(number)));
        callers_[number].asked = Clock::now();
        if (write(callers_[number].fd, text.data(), text.size()) !=
            static_cast<ssize_t>(text.size()))
            throw std::runtime_error("the server took no request");
    }

    /// True when the answer is all there.
    bool hear(std::size_t number) {
        Caller& caller = callers_[number];
        std::array<char, 1 << 16> chunk{};
        const ssize_t count = read(caller.fd, chunk.data(), chunk.size());
        if (count <= 0) throw std::runtime_error("the server has hung up");
        caller.got.append(chunk.data(), static_cast<std::size_t>(count));
        const std::size_t size = whole(caller.got);
        if (size == 0) return false;
        if (!caller.got.starts_with("HTTP/1.1 200") ||
            caller.got.find("\"isError\":true") != std::string::npos ||
            caller.got.find("\"error\":") != std::string::npos)
            throw std::runtime_error("refused: " + caller.got);
        caller.got.erase(0, size);
        times_.push_back(
            std::chrono::duration<double, std::micro>(Clock::now() - caller.asked).count());
        return true;
    }

    Load load(double took) {
        std::sort(times_.begin(), times_.end());
        const auto at = [&](std::size_t percent) { return times_[times_.size() * percent / 100]; };
        const auto count = static_cast<double>(times_.size());
        return {took / count, at(50), at(99), count};
    }

    int port_;
    const std::function<std::string(int)>& body_;
    int epoll_;
    std::vector<Caller> callers_;
    std::vector<double> times_;
};

}  // namespace

Listening::Listening(const std::vector<std::string>& command)
    : child_([&] {
          std::vector<std::string> out{"sh", "-c", "exec \"$@\" 2>&1", "sh"};
          out.insert(out.end(), command.begin(), command.end());
          return out;
      }()) {
    const std::string line = child_.receive();
    const auto colon = line.rfind(':');
    if (line.find("listening on") == std::string::npos) throw std::runtime_error(line);
    port_ = std::stoi(line.substr(colon + 1));
}

std::string Listening::fetch(const std::string& path) const {
    const int fd = connect_to(port_);
    const std::string text = "GET " + path +
                             " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                             "\r\nConnection: close\r\n\r\n";
    std::string out;
    if (write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size())) {
        std::array<char, 1 << 16> chunk{};
        for (ssize_t count = 0; (count = read(fd, chunk.data(), chunk.size())) > 0;)
            out.append(chunk.data(), static_cast<std::size_t>(count));
    }
    close(fd);
    return out;
}

Load run_load(int port, int connections, double seconds,
              const std::function<std::string(int)>& body) {
    return Callers(port, connections, body).run(seconds);
}

}  // namespace bench
