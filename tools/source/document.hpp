#pragma once

#include "tools/call.hpp"
#include "tools/source/roots.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tools::source {

inline constexpr std::int64_t most_document_bytes = std::int64_t{8} << 20;
inline constexpr std::int64_t most_image_bytes = 3'000'000;  ///< base64 of it fits into a message

/// How long a command may take. Throws Error unavailable (reason timeout, cancelled).
class Patience {
public:
    explicit Patience(const Call& call)
        : call_(call), end_(std::chrono::steady_clock::now() + std::chrono::seconds(5)) {}

    void check() const;

private:
    const Call& call_;
    std::chrono::steady_clock::time_point end_;
};

/// The bytes of a file. Throws limit past `most`, invalid for a folder.
std::string read_bytes(const Found& found, std::int64_t most, const Patience& patience);

/// True for UTF-8 without NUL.
bool is_text(std::string_view bytes, const Patience& patience);

/// The text in a file's bytes: UTF-8 without NUL, a byte order mark left out. Throws invalid for
/// any other file, with what to do about it.
std::string document_text(std::string bytes, const Found& found, const Patience& patience);
std::string read_document(const Found& found, const Patience& patience);

/// Lines of a text, one that no line end closes included.
std::uint64_t count_lines(std::string_view text);

/// Shows the lines from `first` on (from 1), without their ends, until visit returns false.
void each_line(std::string_view text, std::uint64_t first,
               const std::function<bool(std::uint64_t number, std::string_view line)>& visit);

/// The kind of picture that bytes hold, as a MIME type: png, jpeg, gif, webp; else empty.
std::string_view image_type(std::string_view bytes);

}  // namespace tools::source
