#include "mcp/http_reply.hpp"

#include <array>
#include <charconv>

namespace mcp {
namespace {

std::string_view reason_of(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 202:
            return "Accepted";
        case 204:
            return "No Content";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 406:
            return "Not Acceptable";
        case 408:
            return "Request Timeout";
        case 413:
            return "Content Too Large";
        case 415:
            return "Unsupported Media Type";
        case 429:
            return "Too Many Requests";
        case 503:
            return "Service Unavailable";
        default:
            return status < 500 ? "Bad Request" : "Error";
    }
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

std::string status_line(int status) {
    return "HTTP/1.1 " + std::to_string(status) + " " + std::string(reason_of(status)) + "\r\n";
}

}  // namespace

std::string reply_bytes(const HttpReply& reply, bool last) {
    std::string out = status_line(reply.status);
    out.reserve(out.size() + reply.body.size() + 400);
    for (const auto& header : reply.headers)
        append_header(out, header.name, header.value);
    if (!reply.body.empty()) append_header(out, "Content-Type", reply.type);
    if (reply.status != 204)
        append_header(out, "Content-Length", std::to_string(reply.body.size()));
    if (last) append_header(out, "Connection", "close");
    out += "\r\n";
    out += reply.body;
    return out;
}

std::string stream_head(const std::vector<Header>& headers, bool chunked) {
    std::string out = status_line(200);
    for (const auto& header : headers)
        append_header(out, header.name, header.value);
    append_header(out, "Content-Type", "text/event-stream");
    append_header(out, "Cache-Control", "no-cache, no-transform");
    append_header(out, "X-Accel-Buffering", "no");
    if (chunked)
        append_header(out, "Transfer-Encoding", "chunked");
    else
        append_header(out, "Connection", "close");
    return out + "\r\n";
}

std::string stream_piece(std::string_view text, bool chunked) {
    if (!chunked) return std::string(text);
    std::array<char, 16> size{};
    const auto end = std::to_chars(size.data(), size.data() + size.size(), text.size(), 16).ptr;
    std::string out(size.data(), end);
    out.reserve(out.size() + text.size() + 4);
    out += "\r\n";
    out += text;
    return out + "\r\n";
}

std::string event_text(std::string_view message) {
    std::string out = "event: message\ndata: ";
    out += message;
    return out + "\n\n";
}

}  // namespace mcp
