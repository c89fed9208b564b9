#include "mcp/lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace mcp {
namespace {

constexpr std::size_t chunk = 8UL * 1024;          // room for a read, at least
constexpr std::size_t kept_buffer = 32UL * chunk;  // an idle connection keeps no more

/// Without the CR of a CRLF.
std::string_view trimmed(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool blank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

ReadState LineReader::next(std::string_view& line) {
    for (;;) {
        while (take(line))
            if (!std::exchange(skipping_, false) && !blank(line)) {
                if (line.size() > max_line_) return ReadState::too_long;
                return ReadState::line;
            }
        if (end_ - begin_ > max_line_ + 1) {  // a CR may still follow
            begin_ = scanned_ = end_;
            if (!std::exchange(skipping_, true)) return ReadState::too_long;
        }
        if (ended_) return ReadState::end;
        if (fill()) continue;
        ended_ = true;
        if (begin_ < end_) buffer_[end_++] = '\n';  // fill() leaves room for it
    }
}

bool LineReader::take(std::string_view& line) {
    const char* from = buffer_.data() + scanned_;
    const void* found = end_ > scanned_ ? std::memchr(from, '\n', end_ - scanned_) : nullptr;
    if (found == nullptr) {
        scanned_ = end_;
        return false;
    }
    const auto stop = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
    line = trimmed({buffer_.data() + begin_, stop - begin_});
    begin_ = scanned_ = stop + 1;
    return true;
}

bool LineReader::fill() {
    if (begin_ == end_) {
        begin_ = end_ = scanned_ = 0;
        if (buffer_.size() > kept_buffer) buffer_ = {};
    } else if (begin_ >= buffer_.size() / 2) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        scanned_ -= begin_;
        begin_ = 0;
    }
    if (buffer_.size() < end_ + chunk) buffer_.resize(std::max(end_ + chunk, 2 * end_));
    for (;;) {
        const ssize_t got = ::read(fd_, buffer_.data() + end_, buffer_.size() - end_ - 1);
        if (got > 0) {
            end_ += static_cast<std::size_t>(got);
            return true;
        }
        if (got == 0 || (errno != EINTR && errno != EAGAIN)) return false;
        if (errno == EAGAIN) {
            pollfd waiting{fd_, POLLIN, 0};
            ::poll(&waiting, 1, -1);
        }
    }
}

}  // namespace mcp
