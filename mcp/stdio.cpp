#include "mcp/stdio.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace mcp {
namespace {

constexpr std::size_t max_in_flight = 64;
constexpr std::size_t max_threads = 16;
constexpr std::chrono::milliseconds patience{2};  ///< how long nobody reads beside a call
constexpr std::chrono::milliseconds lull{100};    ///< without a call, when nobody need watch

/// Nobody reads the answers any more. Every change that was answered is durable
/// and a store bears the sudden end of a process, so this is one.
[[noreturn]] void leave() {
    std::_Exit(0);
}

}  // namespace

void LineWriter::send(std::string message, const std::stop_token& stop) {
    message += '\n';
    std::string_view rest = message;
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested()) return;
    while (!rest.empty()) {
        const ssize_t sent = ::write(fd_, rest.data(), rest.size());
        if (sent >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
            pollfd waiting{fd_, POLLOUT, 0};
            ::poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            leave();
        }
    }
}

StdioConnection::StdioConnection(Server& server, int in, int out)
    : server_(server), reader_(in, max_message_bytes), writer_(out), session_(writer_) {}

void StdioConnection::run() {
    work(std::unique_lock(mutex_));
    for (auto& thread : threads_)
        thread.join();
    server_.close(session_);
}

/// Somebody reads, if there is anything to read; whoever else looks for work takes
/// the first call that is due. A thread that takes either makes sure that the other
/// is seen to.
void StdioConnection::work(std::unique_lock<std::mutex> lock) {
    while (!ended_ || !jobs_.empty()) {
        if (!led_ && !ended_ && !young()) {
            led_ = true;
            if (due() != nullptr) expect_another();
            give_back(lock);
            Job* found = lead();
            lock.lock();
            if (found != nullptr) run(*found, lock);
        } else if (Job* next = due()) {
            next->running = true;
            if (due() != nullptr) expect_another();
            run(*next, lock);
        } else if (!watched_ && !ended_ && Clock::now() < begun_ + lull) {
            watch(lock);
        } else {
            ++idle_;
            work_.wait(lock, [this] { return coming_ > 0 || (ended_ && jobs_.empty()); });
            if (coming_ > 0)
                --coming_;
            else
                --idle_;
        }
    }
    work_.notify_all();
}

/// Reads and answers until there is a call for this thread to run while another
/// one reads, which it returns, or until the input ends.
StdioConnection::Job* StdioConnection::lead() {
    for (;;) {
        std::string_view line;
        const ReadState state = reader_.next(line);
        if (state == ReadState::end) {
            drain();
            return nullptr;
        }
        Incoming incoming =
            state == ReadState::line
                ? server_.read(line, session_)
                : unreadable(code::invalid_request, "a message holds at most " +
                                                        std::to_string(max_message_bytes) +
                                                        " bytes: send it in parts");
        const Order order = order_of(incoming);
        if (order == Order::at_once) {
            if (std::string replies = replies_to(incoming, {}); !replies.empty())
                writer_.send(std::move(replies), {});
        } else if (Job* job = enqueue(std::move(incoming), order)) {
            return job;
        }
    }
}

Order StdioConnection::order_of(const Incoming& incoming) const {
    Order out = Order::at_once;
    for (const auto& message : incoming.messages)
        out = std::max(out, server_.order(message));
    return out;
}

/// Puts a call into the line. Returns it, taken, when it is its turn and another
/// thread reads on, now or once the call turns out to take long; else whoever runs the
/// calls before it runs it too.
StdioConnection::Job* StdioConnection::enqueue(Incoming incoming, Order order) {
    Job job{std::move(incoming), order, {}};
    for (const auto& message : job.incoming.messages)
        job.stops.push_back(session_.calls.open(message.id));
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return jobs_.size() < max_in_flight; });
    const bool alone = jobs_.empty();
    jobs_.push_back(std::move(job));
    Job* next = due();
    if (next == nullptr) return nullptr;
    apart_ = alone && !reader_.holds_more();
    if (apart_) begun_ = Clock::now();
    if (!(apart_ && watched_) && !expect_another() && !alone) return nullptr;
    next->running = true;
    led_ = false;
    give_back(lock);
    return next;
}

/// A call runs whose thread is likely to read on soon.
bool StdioConnection::young() const {
    return apart_ && Clock::now() < begun_ + patience;
}

/// Lets some time go by, as nobody has to wake a thread that wakes by itself.
void StdioConnection::watch(std::unique_lock<std::mutex>& lock) {
    watched_ = true;
    lock.unlock();
    std::this_thread::sleep_for(patience);
    lock.lock();
    watched_ = false;
}

/// The first job whose turn it is: a look behind no change, a change behind nothing
/// at all.
StdioConnection::Job* StdioConnection::due() {
    for (auto& job : jobs_) {
        const bool first = &job == &jobs_.front();
        if (!job.running && (job.order == Order::look || first)) return &job;
        if (job.order == Order::change) return nullptr;
    }
    return nullptr;
}

/// Sees to it that one more thread looks for work soon; false when there is none to
/// be had.
bool StdioConnection::expect_another() {
    if (coming_ > 0 || starting_ > 0 || finishing_ > 0) return true;
    if (idle_ > 0) {
        --idle_;
        ++coming_;
        wake_ = true;
        return true;
    }
    if (threads_.size() + 1 >= max_threads) return false;
    ++starting_;
    const auto failed = attempt([this] { threads_.emplace_back([this] { start(); }); });
    if (failed) --starting_;
    return !failed;
}

void StdioConnection::give_back(std::unique_lock<std::mutex>& lock) {
    const bool wake = std::exchange(wake_, false);
    lock.unlock();
    if (wake) work_.notify_one();
}

void StdioConnection::start() {
    std::unique_lock lock(mutex_);
    --starting_;
    work(std::move(lock));
}

void StdioConnection::run(Job& job, std::unique_lock<std::mutex>& lock) {
    give_back(lock);
    std::string replies = replies_to(job.incoming, job.stops);
    ++finishing_;
    if (!replies.empty())
        writer_.send(std::move(replies),
                     job.incoming.batch ? std::stop_token() : job.stops.front().get_token());
    for (const auto& stop : job.stops)
        session_.calls.close(stop);
    lock.lock();
    apart_ = false;
    --finishing_;
    jobs_.remove_if([&](const Job& other) { return &other == &job; });
    room_.notify_one();
}

/// The replies to a line as one message, without those to cancelled requests; empty
/// when none is due.
std::string StdioConnection::replies_to(const Incoming& incoming,
                                        const std::vector<std::stop_source>& stops) {
    std::string out;
    std::stop_token stop;
    for (std::size_t i = 0; i < incoming.messages.size(); ++i) {
        if (i < stops.size()) stop = stops[i].get_token();
        if (stop.stop_requested()) continue;
        const std::string reply = server_.answer(incoming.messages[i], session_, stop);
        if (reply.empty() || stop.stop_requested()) continue;
        if (!out.empty()) out += ',';
        out += reply;
    }
    return incoming.batch && !out.empty() ? "[" + out + "]" : out;
}

/// The input has ended: waits for the calls that were read.
void StdioConnection::drain() {
    using std::chrono::milliseconds;
    std::unique_lock lock(mutex_);
    ended_ = true;
    led_ = false;
    const auto done = [this] { return jobs_.empty(); };
    if (room_.wait_for(lock, milliseconds(1500), done)) return;
    session_.calls.cancel_all();
    if (!room_.wait_for(lock, milliseconds(300), done)) leave();
}

}  // namespace mcp
