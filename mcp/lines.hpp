#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp {

enum class ReadState { line, too_long, end };

/// Lines of a file descriptor, however they are cut into reads. A last line
/// without its end counts; blank lines and the CR before an end do not.
class LineReader {
public:
    LineReader(int fd, std::size_t max_line) : fd_(fd), max_line_(max_line) {}

    /// Waits for the next line. It stays valid until the next call. A line over the
    /// limit is reported once, as soon as that is known, and then skipped.
    ReadState next(std::string_view& line);

    /// More than the lines handed out was read.
    [[nodiscard]] bool holds_more() const { return begin_ < end_; }

private:
    /// Takes the next line out of the buffer; false when its end is not there yet.
    bool take(std::string_view& line);
    bool fill();

    int fd_;
    std::size_t max_line_;
    std::string buffer_;
    std::size_t begin_ = 0;    ///< first byte not handed out
    std::size_t end_ = 0;      ///< behind the last byte read
    std::size_t scanned_ = 0;  ///< no line end stands before it
    bool skipping_ = false;    ///< inside a line that was too long
    bool ended_ = false;
};

}  // namespace mcp
