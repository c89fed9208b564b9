#pragma once

#include "tools/memory/time.hpp"

#include <cstdint>
#include <optional>

namespace tools::memory {

/// A stretch of time: from its first moment up to, not including, its end. In a
/// question a date, a month or a year is that whole period (LM3).
struct Window {
    std::int64_t from = 0, end = 0;  ///< Unix milliseconds
};

/// What a time that was read means in a question.
Window window_of(const TimeRead& read);

/// The stretch of the world's time in which a fact holds; no end: it still does.
struct Validity {
    std::optional<Moment> from, end;

    bool operator==(const Validity&) const = default;

    [[nodiscard]] bool dated() const { return from || end; }

    /// It ended before a stretch began.
    [[nodiscard]] bool over(const Window& at) const { return end && end->ms <= at.from; }

    /// It begins behind a stretch.
    [[nodiscard]] bool ahead(const Window& at) const { return from && from->ms >= at.end; }

    [[nodiscard]] bool meets(const Window& at) const { return !over(at) && !ahead(at); }
};

}  // namespace tools::memory
