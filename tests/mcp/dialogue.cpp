#include "tests/mcp/dialogue.hpp"

#include <stdexcept>

namespace tests {

void Recorder::send(std::string message, const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (!stop.stop_requested()) sent_.push_back(std::move(message));
}

std::vector<std::string> Recorder::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(sent_, {});
}

Dialogue::Dialogue(tools::Catalog catalog, tools::Settings settings)
    : store_({.dir = dir_.path() / "store", .sync = false}),
      server_({store_,
               counter_,
               tools::visible(std::move(catalog), settings),
               settings,
               {},
               [] { return std::int64_t{1'790'000'000'000}; },
               [] { return std::string(32, 'a'); },
               "Keep notes."},
              [this](const std::string& fault) { faults.push_back(fault); }),
      session_(channel) {}

std::vector<std::string> Dialogue::say(const std::string& line) {
    const mcp::Incoming incoming = server_.read(line, session_);
    std::vector<std::string> replies;
    for (const auto& message : incoming.messages)
        if (std::string reply = server_.answer(message, session_, {}); !reply.empty())
            replies.push_back(std::move(reply));
    std::vector<std::string> out = channel.take();
    out.insert(out.end(), replies.begin(), replies.end());
    return out;
}

Json Dialogue::ask(const std::string& line) {
    const auto lines = say(line);
    if (lines.size() != 1)
        throw std::runtime_error(std::to_string(lines.size()) + " replies to " + line);
    return Json::parse(lines.front());
}

Json Dialogue::request(const std::string& method, const Json& params) {
    Json message = {{"jsonrpc", "2.0"}, {"id", next_id_++}, {"method", method}};
    if (!params.is_null()) message["params"] = params;
    return ask(message.dump());
}

Json Dialogue::modern(const std::string& method, Json params) {
    params["_meta"] = envelope();
    return request(method, params);
}

Json envelope() {
    return {{mcp::version_key, mcp::modern_version}, {mcp::capabilities_key, Json::object()}};
}

}  // namespace tests
