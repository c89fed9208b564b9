#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/call.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// A part of the memory that this process may use, as it stands in a snapshot.
struct Dataspace {
    std::string name;
    std::optional<store::Space> space;  ///< absent until something was stored
};

/// The dataspace a call writes to: the one it names, else the first allowed one.
/// Throws Error denied, with the list, for one that is not allowed, whether it
/// exists or not.
Dataspace open_dataspace(const store::ReadTxn& txn, const Call& call,
                         const std::optional<std::string>& named);

/// Those a call looks at: the one it names, else every allowed one.
std::vector<Dataspace> open_dataspaces(const store::ReadTxn& txn, const Call& call,
                                       const std::optional<std::string>& named);

/// Its space, made when this is the first write.
store::Space make_dataspace(store::WriteTxn& txn, const Call& call, const Dataspace& dataspace);

}  // namespace tools::memory
