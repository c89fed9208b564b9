#pragma once

#include "mcp/json_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// Error codes of JSON-RPC and of the protocol's revisions.
namespace code {
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int resource_not_found = -32002;  ///< legacy revisions only
inline constexpr int refused = -32000;             ///< by the transport, as official servers say
inline constexpr int header_mismatch = -32020;     ///< modern revision only, like those below
inline constexpr int missing_capability = -32021;
inline constexpr int unsupported_version = -32022;
}  // namespace code

/// Why a request gets an error instead of a result.
struct Fault {
    int code = 0;
    std::string message;
    Json data = nullptr;  ///< left out of the reply when null
};

enum class Kind { request, notification, response, fault };

/// One message of a client.
struct Message {
    Kind kind = Kind::fault;
    std::string id;  ///< the id's own JSON text, so that it goes back untouched; empty: none
    std::string method;
    Json params = Json::object();  ///< an object; {} where it was absent or null; of a
                                   ///< response its result or its error
    bool failed = false;           ///< a response that is an error
    bool modern = false;           ///< its `_meta` names a protocol version or client capabilities
    Fault fault;                   ///< of a message that is none
};

/// What one line or body held.
struct Incoming {
    bool batch = false;
    std::vector<Message> messages;  ///< one, unless it is a batch
};

inline constexpr std::size_t max_message_bytes = 4UL * 1024 * 1024;
inline constexpr std::size_t max_batch = 64;

inline constexpr const char* version_key = "io.modelcontextprotocol/protocolVersion";
inline constexpr const char* capabilities_key = "io.modelcontextprotocol/clientCapabilities";

/// Reads a line. JSON that is no message becomes a message of kind fault. Throws
/// Error invalid when it is no JSON; nothing ever repeats the bytes it read.
Incoming read_messages(std::string_view text);

/// A line that could not be taken for a message.
Incoming unreadable(int code, const std::string& message);

/// The id of a request as `notifications/cancelled` names it, as JSON text; empty
/// when it is neither a string nor an integer.
std::string id_text(const Json& id);

/// `{"jsonrpc":"2.0","id":...,"result":...}`; result is JSON text.
std::string result_line(std::string_view id, std::string_view result);

/// The error reply to a message. Without an id it says null, which the modern
/// revision does not know: there it is left out.
std::string error_line(const Message& message, const Fault& fault);

/// A notification; params is JSON text.
std::string notification_line(std::string_view method, std::string_view params);

}  // namespace mcp
