#pragma once

#include "tests/bench/child.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// The line of an initialize request with id 1.
std::string initialize_line();

/// The line of a tool call; the id is that of the caller.
std::string call_line(int id, std::string_view tool, const nlohmann::json& arguments);

/// Throws with the text where a reply refuses.
void check_taken(const std::string& reply);

/// An MCP server that has been greeted.
class Client {
public:
    explicit Client(std::vector<std::string> command, std::vector<std::string> variables = {});

    /// The result of a tool call; throws with the text where the tool refused.
    nlohmann::json call(std::string_view tool, const nlohmann::json& arguments);
    /// Writes many calls with at most 32 unanswered; throws at the first refusal.
    void stream(std::string_view tool, const std::vector<nlohmann::json>& arguments);
    nlohmann::json request(std::string_view method, const nlohmann::json& params);

    Child& child() { return child_; }

private:
    Child child_;
    int id_ = 1;
};

}  // namespace bench
