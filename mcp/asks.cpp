#include "mcp/asks.hpp"

#include "store/error.hpp"

#include <utility>

namespace mcp {
namespace {

constexpr std::chrono::minutes patience{5};  ///< a person may have to answer

}  // namespace

Json Asks::ask(Channel& channel, const std::string& tenant, const std::string& method,
               const Json& params, std::stop_token stop) {
    const std::string id = json_string(ids_());
    {
        const std::lock_guard lock(mutex_);
        waiting_[id] = {tenant};
    }
    channel.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + json_string(method) +
                     ",\"params\":" + json_text(params) + "}",
                 stop);
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, std::move(stop), patience,
                       [&] { return waiting_[id].response.has_value(); });
    const auto entry = waiting_.extract(id);
    const auto& response = entry.mapped().response;
    if (!response)
        throw store::Error(store::Code::unavailable, "the client did not answer " + method);
    if (response->failed)
        throw store::Error(store::Code::unavailable, "the client refused " + method);
    return response->params;
}

void Asks::deliver(const Message& response, const std::string& tenant) {
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find(response.id);
    if (found == waiting_.end() || found->second.tenant != tenant) return;
    found->second.response = response;
    answered_.notify_all();
}

}  // namespace mcp
