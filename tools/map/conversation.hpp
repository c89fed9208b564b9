#pragma once

#include "store/space.hpp"
#include "tools/call.hpp"
#include "tools/map/model.hpp"

#include <optional>
#include <string>

namespace tools::map {

/// The map that a call is about, as it stands in the call's snapshot.
struct Conversation {
    std::string name;
    std::optional<store::Space> space;  ///< absent: nothing was ever stored under the name
    Reader reader;                      ///< the transaction must outlive it
};

/// The name a call gives, trimmed, or the one set for this process. Throws invalid
/// when there is neither, or when the name is not one visible line of 1..200 code points.
std::string conversation_name(const Call& call, const std::optional<std::string>& given);

/// An unknown name reads as an empty map.
Conversation open_conversation(const store::ReadTxn& txn, const Call& call,
                               const std::optional<std::string>& given);

}  // namespace tools::map
