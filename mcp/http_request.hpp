#pragma once

#include "mcp/http_head.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp {

/// How far the request at hand is.
enum class Arrival {
    partial,  ///< more bytes are needed
    head,     ///< the head is there; said once
    whole,    ///< the body is there too
    faulty    ///< there is no way to go on; see refusal()
};

/// Cuts the bytes of a connection into requests, within budgets: a head of 32 KiB
/// and 100 lines, a body of `max_body` bytes, however it comes.
class RequestReader {
public:
    explicit RequestReader(std::size_t max_body) : max_body_(max_body) {}

    void feed(std::string_view bytes) { buffer_.append(bytes); }

    /// Goes on with what was fed. Ask until it is partial or faulty.
    Arrival advance();

    /// Valid from Arrival::head on, until next().
    [[nodiscard]] const Head& head() const { return head_; }

    [[nodiscard]] const Refusal& refusal() const { return refusal_; }

    /// Valid at Arrival::whole, until next().
    [[nodiscard]] std::string_view body() const;

    /// Forgets the request at hand; what follows it stays.
    void next();

    /// Bytes kept: what a slow client costs.
    [[nodiscard]] std::size_t held() const { return buffer_.capacity() + body_.capacity(); }

    /// True when nothing of a request has come yet.
    [[nodiscard]] bool idle() const { return !headed_ && buffer_.empty(); }

private:
    enum class Chunk { size, data, data_end, trailer };

    Arrival find_head();
    Arrival find_chunks();
    /// A line of the chunked coding; false when its end has not come.
    bool chunk_line(std::string_view& line);
    Arrival refuse(int status, const char* message);

    std::size_t max_body_;
    std::string buffer_;  ///< bytes not consumed, from `at_` on
    std::string body_;    ///< of a chunked request, so far
    Head head_;
    Refusal refusal_;
    std::size_t at_ = 0;
    std::size_t scanned_ = 0;  ///< no end of the head stands before it
    std::size_t left_ = 0;     ///< of the chunk at hand
    std::size_t trailer_ = 0;  ///< bytes of trailers seen
    Chunk chunk_ = Chunk::size;
    bool headed_ = false;
    bool told_ = false;  ///< the head was announced
};

}  // namespace mcp
