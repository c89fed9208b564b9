#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tools::counter {

/// Place of a token in its vocabulary; lower ones are merged first.
using Rank = std::uint32_t;

inline constexpr Rank no_rank = std::numeric_limits<Rank>::max();

/// A vocabulary: byte strings with their ranks, packed. Never changes.
class Ranks {
public:
    /// Reads a rank file: a line a token, its bytes in base64, a blank and its rank, which
    /// count up from 0. Throws Error invalid (bad_ranks), naming the first line that is
    /// something else.
    explicit Ranks(std::string_view file);

    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }

    /// The rank of these bytes, no_rank where they are no token.
    [[nodiscard]] Rank find(std::string_view bytes) const;

private:
    [[nodiscard]] std::string_view token(Rank rank) const;
    /// Where bytes with this hash stand, or would.
    [[nodiscard]] std::size_t slot_of(std::string_view bytes, std::uint64_t hash) const;
    void index(Rank rank);

    std::string bytes_;                 ///< of all tokens, one behind the other
    std::vector<std::uint32_t> ends_;   ///< in bytes_, by rank
    std::vector<std::uint32_t> slots_;  ///< open addressing: part of the hash, 1 + rank
};

}  // namespace tools::counter
