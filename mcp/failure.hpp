#pragma once

#include "store/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mcp {

/// How a call failed, for replies and for the command line.
struct Failure {
    store::Code code = store::Code::invalid;
    std::string message;
    std::vector<store::Problem> problems;
    bool internal = false;  ///< a fault of this program; message names its type, no user text
};

/// Runs it and returns how it failed, or nothing. The one place of this program
/// that catches an exception for good.
std::optional<Failure> attempt(const std::function<void()>& run);

/// The failure as a model or person reads it: code and message, then a line for
/// every problem with its place, what was expected and what to send.
std::string failure_text(const Failure& failure);

}  // namespace mcp
