#pragma once

#include "mcp/lines.hpp"
#include "mcp/server.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace mcp {

/// Lines to a file descriptor, one write each.
class LineWriter : public Channel {
public:
    explicit LineWriter(int fd) : fd_(fd) {}

    void send(std::string message, const std::stop_token& stop) override;

private:
    std::mutex mutex_;
    int fd_;
};

/// One client on a pair of file descriptors. The thread that reads a line answers
/// what touches no store; when it runs a call another thread takes over the reading
/// (leader and follower), so that a ping is answered meanwhile. Beside a call that
/// comes alone it waits a little first: most calls end before they are worth the
/// change. Changes run one after the other in arrival order, looks beside each other
/// between them.
class StdioConnection {
public:
    StdioConnection(Server& server, int in, int out);

    /// Serves until the input ends and everything that was read is answered. What
    /// still runs 1.5 s later is asked to stop, then left: the process exits.
    void run();

private:
    using Clock = std::chrono::steady_clock;

    /// A message, or a batch, that waits for its turn or runs.
    struct Job {
        Incoming incoming;
        Order order;
        std::vector<std::stop_source> stops;  ///< one a message
        bool running = false;
    };

    void start();
    void work(std::unique_lock<std::mutex> lock);
    Job* lead();
    Job* enqueue(Incoming incoming, Order order);
    [[nodiscard]] Order order_of(const Incoming& incoming) const;
    std::string replies_to(const Incoming& incoming, const std::vector<std::stop_source>& stops);
    void run(Job& job, std::unique_lock<std::mutex>& lock);
    Job* due();
    bool expect_another();
    /// Unlocks, then wakes the thread that is expected: it finds the lock free.
    void give_back(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] bool young() const;
    void watch(std::unique_lock<std::mutex>& lock);
    void drain();

    Server& server_;
    LineReader reader_;
    LineWriter writer_;
    Session session_;
    std::mutex mutex_;
    std::condition_variable work_;            ///< idle threads wait here
    std::condition_variable room_;            ///< the reading thread waits here for calls to end
    std::list<Job> jobs_;                     ///< in arrival order
    std::size_t idle_ = 0;                    ///< waiting threads nobody has woken yet
    std::size_t coming_ = 0;                  ///< of those that were woken and have not looked yet
    std::size_t starting_ = 0;                ///< new threads that have not looked yet
    std::atomic<std::size_t> finishing_ = 0;  ///< threads about to send a reply and look for work
    bool wake_ = false;                       ///< one of the idle threads is to be woken
    bool led_ = false;                        ///< a thread reads
    bool apart_ = false;                      ///< the thread that read runs the only call
    bool watched_ = false;                    ///< a thread will read soon if nobody does
    Clock::time_point begun_;                 ///< when the last such call began
    bool ended_ = false;                      ///< there is nothing more to read
    std::vector<std::jthread> threads_;
};

}  // namespace mcp
