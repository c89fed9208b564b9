#pragma once

#include "store/error.hpp"

#include <string>

namespace tools::source {

/// Refuses the command: nothing was read. `send` is a command that does what was
/// probably meant, where there is one.
[[noreturn]] inline void refuse(store::Code code, const char* reason, const std::string& message,
                                const std::string& send = {}) {
    throw store::Error(code, "nothing was read", {{"/command", reason, message, send, {}}});
}

}  // namespace tools::source
