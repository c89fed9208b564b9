#pragma once

#include "tools/counter.hpp"
#include "tools/map/listing.hpp"
#include "tools/map/model.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
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

/// A node of a focus and why it is there.
struct Reason {
    NodeId id;
    Why why = Why::explains;
};

/// The part of a map that one request is about.
struct Focus {
    std::vector<Reason> nodes;         ///< by id
    std::vector<BlockedNode> blocked;  ///< among them
    std::size_t left_out = 0;          ///< relevant nodes that the budget had no room for
    std::string text;                  ///< of the nodes and the edges among them (CM5)
    Tokens tokens;                     ///< of that text
};

/// Chooses the nodes for a request (CM6): what it names and touches, the goals
/// behind that, blockers and dependency paths in both directions, what explains
/// them, recent work and preferences. Reads a bounded neighbourhood only, however
/// large the map.
Focus focus(const Reader& reader, const FocusRequest& request, const Counter& counter);

}  // namespace tools::map
