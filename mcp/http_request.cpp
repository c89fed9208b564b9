#include "mcp/http_request.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace mcp {
namespace {

constexpr std::size_t longest_chunk_line = 256;
constexpr std::size_t most_trailer_bytes = 4096;

/// The size a chunk line names, or nothing: hexadecimal digits, extensions ignored.
std::optional<std::size_t> chunk_size(std::string_view line) {
    const std::string_view digits = trim(line.substr(0, line.find(';')));
    std::size_t out = 0;
    const auto [end, fault] =
        std::from_chars(digits.data(), digits.data() + digits.size(), out, 16);
    if (digits.empty() || digits.front() == '-' || fault != std::errc{} ||
        end != digits.data() + digits.size())
        return std::nullopt;
    return out;
}

}  // namespace

Arrival RequestReader::refuse(int status, const char* message) {
    refusal_ = {status, message};
    return Arrival::faulty;
}

Arrival RequestReader::advance() {
    if (!headed_) {
        const Arrival found = find_head();
        if (found != Arrival::head) return found;
    }
    if (!std::exchange(told_, true)) return Arrival::head;
    if (head_.chunked) return find_chunks();
    return buffer_.size() - at_ >= head_.length ? Arrival::whole : Arrival::partial;
}

/// Blank lines before a request line are skipped, as HTTP asks of servers.
Arrival RequestReader::find_head() {
    std::size_t blank_lines = 0;
    while (buffer_.compare(blank_lines, 2, "\r\n") == 0)
        blank_lines += 2;
    if (blank_lines > 0) {
        buffer_.erase(0, blank_lines);
        scanned_ = 0;
    }
    for (; scanned_ < buffer_.size(); ++scanned_) {
        if (scanned_ > max_head_bytes) return refuse(431, "the head of the request is too long");
        if (buffer_[scanned_] != '\n') continue;
        if (scanned_ == 0 || buffer_[scanned_ - 1] != '\r')
            return refuse(400, "lines of the head must end with CRLF");
        if (scanned_ >= 3 && buffer_[scanned_ - 2] == '\n') break;
    }
    if (scanned_ >= buffer_.size()) return Arrival::partial;
    at_ = scanned_ + 1;
    auto read = read_head(std::string_view(buffer_).substr(0, at_));
    if (auto* refusal = std::get_if<Refusal>(&read)) {
        refusal_ = std::move(*refusal);
        return Arrival::faulty;
    }
    head_ = std::get<Head>(std::move(read));
    if (head_.length > max_body_) return refuse(413, "the body is too long: send it in parts");
    headed_ = true;
    return Arrival::head;
}

bool RequestReader::chunk_line(std::string_view& line) {
    const auto end = buffer_.find("\r\n", at_);
    if (end == std::string::npos) return false;
    line = std::string_view(buffer_).substr(at_, end - at_);
    at_ = end + 2;
    return true;
}

Arrival RequestReader::find_chunks() {
    std::string_view line;
    for (;;) {
        if (chunk_ == Chunk::data) {
            const std::size_t have = std::min(left_, buffer_.size() - at_);
            body_.append(buffer_, at_, have);
            at_ += have;
            left_ -= have;
            if (left_ > 0) break;
            chunk_ = Chunk::data_end;
        } else if (!chunk_line(line)) {
            if (buffer_.size() - at_ > longest_chunk_line + most_trailer_bytes)
                return refuse(400, "a line of the chunked body is too long");
            break;
        } else if (chunk_ == Chunk::data_end) {
            if (!line.empty()) return refuse(400, "a chunk is longer than its size");
            chunk_ = Chunk::size;
        } else if (chunk_ == Chunk::size) {
            const auto size = chunk_size(line);
            if (!size || line.size() > longest_chunk_line)
                return refuse(400, "a chunk's size must be a hexadecimal number");
            if (*size > max_body_ - body_.size())
                return refuse(413, "the body is too long: send it in parts");
            left_ = *size;
            chunk_ = left_ == 0 ? Chunk::trailer : Chunk::data;
        } else if (line.empty()) {
            return Arrival::whole;
        } else if ((trailer_ += line.size()) > most_trailer_bytes) {
            return refuse(431, "the trailers are too long");
        }
    }
    buffer_.erase(0, at_);
    at_ = 0;
    return Arrival::partial;
}

std::string_view RequestReader::body() const {
    return head_.chunked ? std::string_view(body_)
                         : std::string_view(buffer_).substr(at_, head_.length);
}

void RequestReader::next() {
    buffer_.erase(0, head_.chunked ? at_ : at_ + head_.length);
    if (buffer_.empty()) buffer_ = {};
    body_ = {};
    head_ = {};
    at_ = scanned_ = left_ = trailer_ = 0;
    chunk_ = Chunk::size;
    headed_ = told_ = false;
}

}  // namespace mcp
