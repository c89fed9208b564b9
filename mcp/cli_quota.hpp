#pragma once

#include "store/store.hpp"

#include <optional>
#include <string>

namespace mcp {

/// What `throughline quota` was asked for; absent: as it is.
struct QuotaCommand {
    std::optional<std::string> bytes;  ///< such as 100MB or any
    std::optional<std::string> nodes;  ///< such as 50000 or any
};

/// Limits what a tenant may hold, if asked to, shows what it holds, and returns the exit
/// code.
int run_quota(store::Store& store, const std::string& tenant, const QuotaCommand& command);

}  // namespace mcp
