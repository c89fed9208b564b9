#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// How much of a time was said. Stored as numbers.
enum class Precision : std::uint8_t { instant, month, year };

/// A time in the world: the first moment of what was said, and how much that was.
/// `2024` is the year, not its first second.
struct Moment {
    std::int64_t ms = 0;  ///< since 1970 UTC
    Precision precision = Precision::instant;

    auto operator<=>(const Moment&) const = default;
};

/// The first moment that is no longer part of it; an instant ends where it begins.
std::int64_t end_of(const Moment& moment);

/// `2024-05-01T00:00:00Z`, `2024-05` or `2024`: as fields give it back.
std::string iso(const Moment& moment);

/// The same in its shortest form: midnight is its day, `2024-05-01`.
std::string shown(const Moment& moment);

/// A time as it was read from outside (LM3).
struct TimeRead {
    std::optional<Moment> moment;
    bool whole_day = false;          ///< a date alone: in a query it means that day
    std::vector<std::string> noted;  ///< what was read leniently
    std::string fault;               ///< set when it could not be read: what was expected
};

/// Reads ISO 8601: years 0001 to 9999, dates and times that exist, no leap second.
TimeRead read_time(std::string_view text);

}  // namespace tools::memory
