#include "mcp/session.hpp"

#include <algorithm>

namespace mcp {

std::stop_source InFlight::open(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return open_.emplace_back(id, std::stop_source()).second;
}

void InFlight::close(const std::stop_source& source) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(open_.begin(), open_.end(),
                                    [&](const auto& entry) { return entry.second == source; });
    if (found != open_.end()) open_.erase(found);
}

void InFlight::cancel(std::string_view id) {
    const std::lock_guard lock(mutex_);
    for (auto& [open_id, source] : open_)
        if (open_id == id) source.request_stop();
}

void InFlight::cancel_all() {
    const std::lock_guard lock(mutex_);
    for (auto& entry : open_)
        entry.second.request_stop();
}

}  // namespace mcp
