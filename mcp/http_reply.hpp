#pragma once

#include "mcp/http_head.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// The answer to one request.
struct HttpReply {
    int status = 200;
    std::string body = {};
    std::string type = "application/json";  ///< of the body, where there is one
    std::vector<Header> headers = {};       ///< beside type, length and connection
};

/// The reply as it goes over the wire; `last`: the connection ends with it.
std::string reply_bytes(const HttpReply& reply, bool last);

/// The head of a reply that is an event stream: chunked, or ended by the connection's
/// end where the client speaks HTTP/1.0.
std::string stream_head(const std::vector<Header>& headers, bool chunked);

/// Text as a piece of a reply that is chunked, or as it is.
std::string stream_piece(std::string_view text, bool chunked);

/// What ends a chunked reply.
inline constexpr std::string_view stream_end = "0\r\n\r\n";

/// One message as an event: what a stream is made of.
std::string event_text(std::string_view message);

}  // namespace mcp
