#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace tools::memory::coverage {

/// What a source is counted in.
enum class Unit : std::uint8_t { lines, elements, pages };

constexpr auto names(Unit) {
    return std::array{"lines", "elements", "pages"};
}

/// Units from `from` to `to`, both included, counted from 1.
struct Range {
    std::uint64_t from = 1, to = 1;

    auto operator<=>(const Range&) const = default;
};

/// Sorted, apart from each other by at least one unit.
using Ranges = std::vector<Range>;

/// The units of any ranges, as such a list.
Ranges united(std::vector<Range> ranges);

/// The units of `from` that are not in `what`.
Ranges without(const Ranges& from, const Ranges& what);

/// The units in both.
Ranges common(const Ranges& one, const Ranges& other);

std::uint64_t size(const Ranges& ranges);

/// How a source stands (LM12). What was processed counts as that, even where it was
/// skipped too; blank units count nowhere.
struct Tally {
    std::uint64_t total = 0;      ///< units that count
    std::uint64_t processed = 0;  ///< of them
    std::uint64_t skipped = 0;
    Ranges uncovered;  ///< with the blank units between, without those at the ends
    std::uint64_t missing = 0;
};

Tally tally(std::uint64_t total, const Ranges& blank, const Ranges& processed,
            const Ranges& skipped);

/// How far a source got: nothing yet; less than half; more, but something is left; all of it,
/// its images included.
enum class Pass : std::uint8_t { none, first_pass, partial, dense };

constexpr auto names(Pass) {
    return std::array{"none", "first_pass", "partial", "dense"};
}

Pass pass_of(const Tally& tally, std::uint64_t open_images);

}  // namespace tools::memory::coverage
