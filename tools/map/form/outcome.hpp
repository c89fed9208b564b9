#pragma once

#include "tools/map/text.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace tools::map::form {

/// A line that cannot be taken; `send` is the line to send instead, or several.
inline Parsed refused(const char* reason, std::string message, std::string send) {
    Parsed out;
    out.problems.push_back({"", reason, std::move(message), std::move(send), std::nullopt});
    return out;
}

inline Parsed taken(Change change) {
    Parsed out;
    out.changes.push_back(std::move(change));
    return out;
}

/// Two lines of which one is to be sent. The word between them is no line of a
/// delta, so that sending all three changes nothing.
inline std::string either(std::string_view first, std::string_view second) {
    return std::string(first) + "\nor\n" + std::string(second);
}

}  // namespace tools::map::form
