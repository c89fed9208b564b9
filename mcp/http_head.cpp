#include "mcp/http_head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace mcp {
namespace {

constexpr std::size_t longest_target = 8UL * 1024;

/// Headers that decide something here: two of them would leave open which counts.
constexpr std::array singles{
    "host",          "origin",          "content-length", "transfer-encoding",    "content-type",
    "authorization", "connection",      "expect",         "mcp-protocol-version", "mcp-method",
    "mcp-name",      "content-encoding"};

bool token_char(char c) {
    const bool alpha_numeric =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return alpha_numeric || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), token_char);
}

bool control(unsigned char byte) {
    return byte < 0x20 || byte == 0x7F;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char small = static_cast<char>(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// True when text holds a control byte, as it is or behind percent signs: some
/// reader on the way might decode it.
bool holds_control(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (control(static_cast<unsigned char>(text[i])) && text[i] != '\t') return true;
        if (text[i] != '%' || i + 2 >= text.size()) continue;
        const int high = hex_digit(text[i + 1]);
        const int low = hex_digit(text[i + 2]);
        if (high >= 0 && low >= 0 && control(static_cast<unsigned char>(high * 16 + low)))
            return true;
    }
    return false;
}

/// The next line without its CRLF.
std::string_view take_line(std::string_view& text) {
    const auto end = text.find("\r\n");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), line.size() + 2));
    return line;
}

std::optional<Refusal> read_request_line(std::string_view line, Head& to) {
    const auto first = line.find(' ');
    const auto last = line.rfind(' ');
    if (first == std::string_view::npos || first == last)
        return Refusal{400, "the request line must be METHOD PATH HTTP/1.1"};
    const std::string_view version = line.substr(last + 1);
    const std::string_view target = line.substr(first + 1, last - first - 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
        return Refusal{505, "HTTP/1.1 is spoken here"};
    to.old = version == "HTTP/1.0";
    to.verb = line.substr(0, first);
    if (!is_token(to.verb)) return Refusal{400, "the method must be a word"};
    if (target.size() > longest_target) return Refusal{414, "the path is too long"};
    if (!target.starts_with('/') && target != "*")
        return Refusal{400, "the path must start with /"};
    if (holds_control(target) || target.find(' ') != std::string_view::npos)
        return Refusal{400, "the path holds blanks or control characters"};
    to.path = target.substr(0, target.find('?'));
    return std::nullopt;
}

std::optional<Refusal> read_header(std::string_view line, Head& to) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
        return Refusal{400, "a header line must be Name: value"};
    const std::string_view value = trim(line.substr(colon + 1));
    if (holds_control(value)) return Refusal{400, "a header holds control characters"};
    std::string name = lower(line.substr(0, colon));
    const bool single = std::find(singles.begin(), singles.end(), name) != singles.end();
    if (single && to.find(name) != nullptr) return Refusal{400, "a header stands twice: " + name};
    to.headers.push_back({std::move(name), std::string(value)});
    return std::nullopt;
}

std::optional<Refusal> read_length(Head& head) {
    const std::string* length = head.find("content-length");
    const std::string* coding = head.find("transfer-encoding");
    if (coding != nullptr) {
        if (length != nullptr || head.old)
            return Refusal{400, "Transfer-Encoding and Content-Length exclude each other"};
        if (lower(*coding) != "chunked") return Refusal{400, "chunked is the only coding read"};
        head.chunked = true;
    }
    if (length == nullptr) return std::nullopt;
    const char* end = length->data() + length->size();
    const auto read = std::from_chars(length->data(), end, head.length);
    if (read.ec == std::errc::result_out_of_range) return Refusal{413, "the body is too long"};
    if (read.ec != std::errc{} || read.ptr != end || length->front() == '-')
        return Refusal{400, "Content-Length must be a number"};
    return std::nullopt;
}

/// What the headers say of the connection and the body.
std::optional<Refusal> read_framing(Head& head) {
    if (auto refusal = read_length(head)) return refusal;
    const std::string* connection = head.find("connection");
    const std::string wish = connection == nullptr ? "" : lower(*connection);
    head.persistent = head.old ? wish == "keep-alive" : wish.find("close") == std::string::npos;
    if (const std::string* expect = head.find("expect")) {
        if (lower(*expect) != "100-continue") return Refusal{417, "100-continue is all to expect"};
        head.expects_continue = !head.old;
    }
    if (!head.old && head.find("host") == nullptr)
        return Refusal{400, "the Host header is missing"};
    const std::string* encoding = head.find("content-encoding");
    if (encoding != nullptr && lower(*encoding) != "identity")
        return Refusal{415, "send the body as it is, without Content-Encoding"};
    return std::nullopt;
}

}  // namespace

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    return out;
}

std::string_view trim(std::string_view text) {
    const auto from = text.find_first_not_of(" \t");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

const std::string* Head::find(std::string_view name) const {
    for (const auto& header : headers)
        if (header.name == name) return &header.value;
    return nullptr;
}

std::variant<Head, Refusal> read_head(std::string_view text) {
    Head out;
    if (auto refusal = read_request_line(take_line(text), out)) return *std::move(refusal);
    for (;;) {
        const std::string_view line = take_line(text);
        if (line.empty()) break;
        if (out.headers.size() == max_head_lines) return Refusal{431, "too many header lines"};
        if (auto refusal = read_header(line, out)) return *std::move(refusal);
    }
    if (auto refusal = read_framing(out)) return *std::move(refusal);
    return out;
}

}  // namespace mcp
