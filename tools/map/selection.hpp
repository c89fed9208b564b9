#pragma once

#include "tools/map/conversation.hpp"
#include "tools/map/listing.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tools::map {

/// What a review shows, and how much it is in all.
struct Selected {
    Selection selection;
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;           ///< at most so many
    bool exact = false;                ///< edges is no bound but the count
    std::vector<std::string> removed;  ///< ids and edges that are gone since then
};

/// The open nodes and the edges between them; or all of the map; or what the
/// revisions after one changed, with both ends of new edges. The transaction and
/// the conversation must outlive it.
Selected select(const store::ReadTxn& txn, const Conversation& map, const Cursor& cursor);

}  // namespace tools::map
