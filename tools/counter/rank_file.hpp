#pragma once

#include "tools/counter/ranks.hpp"
#include "tools/counter/split.hpp"
#include "tools/tokens.hpp"

#include <cstddef>
#include <string>

namespace tools::counter {

/// A vocabulary that is counted with, and how its file is told from others.
struct Encoding {
    CountedBy by;
    Pattern pattern;
    std::size_t ranks;  ///< tokens in its rank file
};

/// The encoding of a `.tiktoken` file, known by its last line alone, so that a start need
/// not read it. Throws Error invalid (bad_setting) for what is no readable file, is larger
/// than 64 MiB or is of no known encoding; no FIFO or device is ever waited for.
const Encoding& encoding_of(const std::string& path);

/// The whole file. Throws the same errors, and invalid (bad_ranks) where it is damaged.
Ranks read_ranks(const std::string& path, const Encoding& encoding);

}  // namespace tools::counter
