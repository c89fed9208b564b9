#pragma once

#include "tools/memory/coverage/cover.hpp"
#include "tools/schema.hpp"

#include <cstdint>
#include <optional>
#include <tuple>

namespace tools::memory::coverage {

/// `covers` of an episode: which part of its source it holds.
struct CoversArgs {
    std::int64_t from = 0, to = 0;
    std::optional<Unit> unit;
    std::optional<std::int64_t> total;

    static constexpr auto fields() {
        return std::tuple{
            field("from", &CoversArgs::from, "First, from 1", {.least = 1, .most = most_units}),
            field("to", &CoversArgs::to, "Last", {.least = 1, .most = most_units}),
            field("unit", &CoversArgs::unit, "Default lines", {.unlisted = true}),
            field("total", &CoversArgs::total, "How many the source has",
                  {.least = 1, .most = most_units, .unlisted = true})};
    }
};

inline Covers to_covers(const CoversArgs& args) {
    Covers out;
    out.range = {static_cast<std::uint64_t>(args.from), static_cast<std::uint64_t>(args.to)};
    out.unit = args.unit;
    if (args.total) out.total = static_cast<std::uint64_t>(*args.total);
    return out;
}

}  // namespace tools::memory::coverage
