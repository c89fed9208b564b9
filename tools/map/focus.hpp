#pragma once

#include "tools/counter.hpp"
#include "tools/map/listing.hpp"
#include "tools/map/model.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// Why a node is in a focus (CM6).
enum class Why : std::uint8_t {
    goal,
    mentioned,
    matched,
    artifact,
    blocks,
    depends_on,
    next,
    recent,
    preference,
    constraint,
    explains
};

constexpr auto names(Why) {
    return std::array{"goal", "mentioned", "matched",    "artifact",   "blocks",  "depends_on",
                      "next", "recent",    "preference", "constraint", "explains"};
}

struct FocusRequest {
    std::string request;                ///< the user's message
    std::vector<std::string> mentions;  ///< ids, or the words of nodes
    std::size_t max_nodes = 24;
    Tokens max_tokens{800};
};

/// The part of a map that one request is about.
struct Focus {
    ListingPage page;           ///< nodes by id, with words, the edges among them, what is blocked
    std::map<NodeId, Why> why;  ///< of each node of the page
    std::size_t left_out = 0;   ///< relevant nodes that the budget had no room for
    std::string text;           ///< of the page (CM5)
    Tokens tokens;              ///< of that text
};

/// Chooses the nodes for a request (CM6): what it names and touches, the goals
/// behind that, blockers and dependency paths in both directions, what explains
/// them, recent work and preferences. Reads a bounded neighbourhood only, however
/// large the map.
Focus focus(const Reader& reader, const FocusRequest& request, const Counter& counter);

}  // namespace tools::map
