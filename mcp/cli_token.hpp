#pragma once

#include "store/store.hpp"

#include <optional>
#include <string>

namespace mcp {

/// What `throughline token` was asked for.
struct TokenCommand {
    std::string action;  ///< add, list or revoke
    std::string id;      ///< of the token to revoke
    std::string scopes = "read,write";
    std::optional<std::string> spaces;  ///< `map:team-*,dataspace:a`; absent: all of the tenant
    std::string expires = "30d";        ///< such as 30d, 12h or never
};

/// Runs it and returns its exit code. A new token's text goes to stdout, once.
int run_token(store::Store& store, const std::string& tenant, const TokenCommand& command);

}  // namespace mcp
