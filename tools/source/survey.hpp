#pragma once

#include "tools/call.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tools::source {

/// What a document is, as the coverage of it needs to know (LM12).
struct Survey {
    std::string path;  ///< absolute
    std::uint64_t lines = 0;
    std::string sha256;
    std::vector<std::pair<std::uint64_t, std::uint64_t>>
        blank;                        ///< first and last line of each run
    std::vector<std::string> images;  ///< paths of what it refers to, each once, in order
};

/// Looks a source up below the roots; nothing where it is no document that this
/// server may read.
std::optional<Survey> survey(const Call& call, const std::string& source);

/// Documents right below the roots and their folders that start with a prefix, for
/// completion.
std::vector<std::string> documents(const Call& call, const std::string& prefix, std::size_t most);

}  // namespace tools::source
