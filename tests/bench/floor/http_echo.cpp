// The least an HTTP server can do: one epoll, and the same reply to whatever comes. Requests of
// the bench fit into one read.
#include <arpa/inet.h>
#include <cstdio>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

constexpr char reply[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n"
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}";

int listening() {
    const int out = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(out, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(out, 1024) != 0)
        return -1;
    getsockname(out, reinterpret_cast<sockaddr*>(&address), &size);
    std::printf("listening on http://127.0.0.1:%d/\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return out;
}

void watch(int epoll, int fd) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

}  // namespace

int main() {
    const int door = listening();
    const int epoll = epoll_create1(0);
    watch(epoll, door);
    watch(epoll, STDIN_FILENO);
    for (;;) {
        epoll_event events[64];
        const int count = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < count; ++i) {
            const int fd = events[i].data.fd;
            char buffer[1 << 16];
            if (fd == STDIN_FILENO) return 0;
            if (fd == door) {
                const int client = accept(door, nullptr, nullptr);
                const int on = 1;
                setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                watch(epoll, client);
            } else if (read(fd, buffer, sizeof buffer) <= 0 ||
                       write(fd, reply, sizeof reply - 1) < 0) {
                close(fd);
            }
        }
    }
}
