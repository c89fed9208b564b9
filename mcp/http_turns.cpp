#include "mcp/http_hub.hpp"

#include <algorithm>
#include <utility>

namespace mcp {
namespace {

/// Threads out of how many never wait for the disk.
constexpr std::size_t spare_part = 8;

}  // namespace

/// True when this request may be answered now. One that may have to wait long takes a turn,
/// of which there are fewer than threads; without one it waits, and holds no thread.
bool HttpHub::may_answer(Connection& connection) {
    if (connection.turn) return true;
    connection.turn = !some_wait_ && take_turn();
    if (connection.turn) return true;
    connection.waits = handler_.may_wait(connection.reader.body());
    return !connection.waits;
}

bool HttpHub::take_turn() {
    std::size_t left = turns_;
    while (left > 0 && !turns_.compare_exchange_weak(left, left - 1)) {
    }
    return left > 0;
}

void HttpHub::end_turn(Connection& connection) {
    if (std::exchange(connection.turn, false)) ++turns_;
}

/// Lets a connection wait for a turn. Nobody may touch it from then on.
void HttpHub::wait_for_turn(Connection& connection) {
    const Lock lock(mutex_);
    connection.waits = false;
    waiting_.push_back(&connection);
    some_wait_ = true;
}

/// The connection whose turn it is, if there is one.
Connection* HttpHub::next_turn() {
    if (!some_wait_ || ending_) return nullptr;
    const Lock lock(mutex_);
    if (waiting_.empty() || !take_turn()) return nullptr;
    Connection* out = waiting_.front();
    waiting_.pop_front();
    some_wait_ = !waiting_.empty();
    out->turn = true;
    return out;
}

std::size_t HttpHub::all_turns(std::size_t threads) {
    return std::max<std::size_t>(1, threads - std::max<std::size_t>(1, threads / spare_part));
}

}  // namespace mcp
