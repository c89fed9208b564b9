#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcp {

inline constexpr std::size_t max_head_bytes = 32UL * 1024;
inline constexpr std::size_t max_head_lines = 100;

/// One line of a head. Of a request its name is in lower case.
struct Header {
    std::string name, value;
};

/// Why a request is not served: an HTTP status, words for whoever sent it, and header
/// lines that go with the status.
struct Refusal {
    int status = 400;
    std::string message;
    std::vector<Header> headers = {};
};

/// The head of one HTTP/1 request whose framing leaves no doubt: every reader of
/// it would find its body at the same place.
struct Head {
    std::string verb, path;  ///< the path without its query, never decoded
    bool persistent = true;  ///< the client lets the connection live on
    bool old = false;        ///< HTTP/1.0
    bool chunked = false;
    bool expects_continue = false;
    std::size_t length = 0;  ///< of the body, when it is not chunked
    std::vector<Header> headers;

    /// The header's value, or nothing. Headers that matter here stand once.
    [[nodiscard]] const std::string* find(std::string_view name) const;
};

/// Reads a head: request line and header lines, each ended by CRLF, with the empty
/// line behind them.
std::variant<Head, Refusal> read_head(std::string_view text);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

/// Without blanks around it.
std::string_view trim(std::string_view text);

}  // namespace mcp
