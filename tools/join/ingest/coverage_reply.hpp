#pragma once

#include "tools/memory/coverage/ranges.hpp"
#include "tools/schema.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace tools::ingest {

inline constexpr std::size_t most_ranges_shown = 200;

inline constexpr const char* about_source =
    "Identity of the source: its path, or what episodes name as source";
inline constexpr const char* about_dataspace = "Part of the memory; default: the first";

struct RangeReply {
    std::int64_t from = 0, to = 0;

    static constexpr auto fields() {
        return std::tuple{field("from", &RangeReply::from, "First."),
                          field("to", &RangeReply::to, "Last.")};
    }
};

/// At most 200 of the ranges.
inline std::vector<RangeReply> to_reply(const memory::coverage::Ranges& ranges) {
    std::vector<RangeReply> out;
    for (const auto& range : ranges)
        if (out.size() < most_ranges_shown)
            out.push_back(
                {static_cast<std::int64_t>(range.from), static_cast<std::int64_t>(range.to)});
    return out;
}

}  // namespace tools::ingest
