#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/call.hpp"
#include "tools/map/model.hpp"

#include <optional>
#include <string>

namespace tools::map {

inline constexpr std::size_t max_conversation = 200;  ///< code points of a name

/// The conversation that a call works on: the one it names, else the default.
/// Throws Error invalid for a name that is empty, invisible or too long, and
/// where there is no default.
std::string conversation_name(const Call& call, const std::optional<std::string>& named);

/// The map's space, if anything was ever stored in it.
std::optional<store::Space> find_map(const store::ReadTxn& txn, const Call& call,
                                     const std::string& conversation);

/// The map that a call looks at, as it stands in the call's snapshot.
struct Conversation {
    std::string name;
    std::optional<store::Space> space;
    Reader reader;  ///< the transaction must outlive it
};

/// An unknown name reads as an empty map.
Conversation open_conversation(const store::ReadTxn& txn, const Call& call,
                               const std::optional<std::string>& named);

}  // namespace tools::map
