#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace store {

/// What kind of failure it was, in the caller's terms.
enum class Code { invalid, not_found, conflict, limit, denied, corrupt, unavailable };

constexpr auto names(Code) {
    return std::array{"invalid", "not_found", "conflict",   "limit",
                      "denied",  "corrupt",   "unavailable"};
}

/// One thing that is wrong with a call: where, why, and what to do instead.
struct Problem {
    std::string path;     ///< JSON pointer into the arguments, or empty
    std::string reason;   ///< fixed snake_case word, listed in the model's reasons.hpp
    std::string message;  ///< what was expected, for the model that will retry
    std::string send;     ///< a replacement to send, or empty
    std::optional<std::size_t>
        index;  ///< which change (0-based) or line (1-based), where one is at fault
};

/// The only exception this program throws on purpose: the call fails and its
/// transaction is undone.
struct Error : std::runtime_error {
    Error(Code kind, const std::string& message, std::vector<Problem> found = {})
        : std::runtime_error(message), code(kind), problems(std::move(found)) {}

    Code code;
    std::vector<Problem> problems;
};

}  // namespace store
