#pragma once

#include "tools/map/listing.hpp"
#include "tools/map/model.hpp"
#include "tools/schema.hpp"

#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace tools::map {

/// Bytes that one reply may come to, text and fields together; the rest goes to
/// the frame around them.
inline constexpr std::size_t reply_bytes = 60'000;

inline constexpr const char* about_conversation = "Map; default: this project's";
inline constexpr const char* about_cursor = "The last next_cursor";

/// A node that cannot go on, and what holds it up.
struct BlockedReply {
    std::string id;
    std::vector<std::string> by;

    static constexpr auto fields() {
        return std::tuple{field("id", &BlockedReply::id, "The node."),
                          field("by", &BlockedReply::by, "What blocks it or is unfinished.")};
    }
};

std::vector<BlockedReply> to_reply(std::span<const BlockedNode> blocked);

/// `T1 by Q1, R1; T2 by T1`
std::string blocked_line(std::span<const BlockedReply> blocked);

/// `map_review {"conversation":"main","cursor":"c3.120.n.T7"}`: the call to send next.
std::string call_line(const char* tool, const Json& arguments);

}  // namespace tools::map
