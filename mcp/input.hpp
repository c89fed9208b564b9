#pragma once

#include "mcp/methods.hpp"
#include "mcp/seal.hpp"

#include <string>
#include <variant>
#include <vector>

namespace mcp {

/// A question to the client under a key, such as elicitation/create.
struct InputRequest {
    std::string key, method;
    Json params = Json::object();
};

/// The result that asks a modern client for input: it sends the request again with the
/// answers, and with the state, which comes back sealed for this request alone.
Result input_required(const Exchange& exchange, const std::vector<InputRequest>& requests,
                      const std::string& state = {});

/// The answer to an earlier question, or null: absent, or no object.
const Json* input_response(const Message& message, const char* key);

/// The state that came back, empty when none did; a Fault when it is not one that this
/// server gave out for this very request, lately.
std::variant<std::string, Fault> given_state(const Exchange& exchange);

/// What the client of a modern request says it can do; {} for nothing.
const Json& client_capabilities(const Message& message);

}  // namespace mcp
