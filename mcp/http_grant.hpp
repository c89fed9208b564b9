#pragma once

#include "mcp/server.hpp"
#include "mcp/settings.hpp"
#include "store/tokens.hpp"

#include <optional>

namespace mcp {

/// What a caller must be allowed to run a tool: read for one that looks, forget for one
/// that erases for good, admin for one that reads the operator's files, else write.
store::Scope scope_of(const tools::Tool& tool);

/// What a message needs of a token, if anything; `offered` is what the operator offers to
/// anybody, so that what nobody can call stays unknown.
std::optional<store::Scope> scope_needed(const tools::Catalog& offered, const Message& message);

/// What the bearer of a token is served: what the operator offers, within the grant.
Site granted_site(store::Store& store, const tools::Counter& counter, Options options,
                  const store::TokenGrant& grant);

}  // namespace mcp
