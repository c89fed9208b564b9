#include "tests/bench/client.hpp"

#include <stdexcept>

namespace bench {
namespace {

using nlohmann::json;

json parsed(const std::string& line) {
    json reply = json::parse(line);
    if (reply.contains("error"))
        throw std::runtime_error("refused: " + reply["error"].dump().substr(0, 300));
    if (reply.contains("result") && reply["result"].value("isError", false))
        throw std::runtime_error("refused: " + reply["result"].dump().substr(0, 600));
    return reply;
}

}  // namespace

std::string initialize_line() {
    return json{{"jsonrpc", "2.0"},
                {"id", 1},
                {"method", "initialize"},
                {"params",
                 {{"protocolVersion", "2025-11-25"},
                  {"capabilities", json::object()},
                  {"clientInfo", {{"name", "bench"}, {"version", "1"}}}}}}
        .dump();
}

std::string call_line(int id, std::string_view tool, const json& arguments) {
    return json{{"jsonrpc", "2.0"},
                {"id", id},
                {"method", "tools/call"},
                {"params", {{"name", tool}, {"arguments", arguments}}}}
        .dump();
}

void check_taken(const std::string& reply) {
    parsed(reply);
}

Client::Client(std::vector<std::string> command, std::vector<std::string> variables)
    : child_(std::move(command), std::move(variables)) {
    parsed(child_.ask(initialize_line()));
    child_.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

json Client::request(std::string_view method, const json& params) {
    const int id = ++id_;
    child_.send(
        json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
    for (;;) {
        json reply = parsed(child_.receive());
        if (reply.value("id", 0) == id) return reply["result"];
    }
}

json Client::call(std::string_view tool, const json& arguments) {
    return request("tools/call", {{"name", tool}, {"arguments", arguments}});
}

void Client::stream(std::string_view tool, const std::vector<json>& arguments) {
    std::size_t answered = 0;
    for (std::size_t sent = 0; answered < arguments.size();) {
        if (sent < arguments.size() && sent - answered < 32) {
            child_.send(call_line(++id_, tool, arguments[sent++]));
        } else {
            parsed(child_.receive());
            ++answered;
        }
    }
}

}  // namespace bench
