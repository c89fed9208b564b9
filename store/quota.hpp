#pragma once

#include "store/bytes.hpp"
#include "store/txn.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace store {

class Overlay;
class Snapshot;

/// What of a tenant is counted: bytes of its keys and values, and nodes, which are the
/// nodes of its maps and threads and the episodes of its memory.
struct Holding {
    std::uint64_t bytes = 0;
    std::uint64_t nodes = 0;
};

/// The most that a tenant may hold, and what it holds. 0: any amount.
struct Quota {
    Holding most, held;
};

void encode(const Quota& quota, Writer& out);
void decode(Reader& in, Quota& quota);

/// Limits a tenant, for every process and from the next change on. What it holds is
/// counted once, here, and kept up by every change from then on. Alone in its call.
void set_quota(WriteTxn& txn, std::string_view tenant, const Holding& most);

/// Nothing for a tenant that was never limited.
std::optional<Quota> find_quota(const ReadTxn& txn, std::string_view tenant);

/// What a call that takes something away may add to a full quota, as the record of it:
/// who is full must be able to forget. What can be taken away bounds how often.
inline constexpr Holding taking_away{64 << 10, 1};

/// Counts what a call changed for each limited tenant. Throws limit when it would leave
/// one with more than it may hold; a call that adds nothing always passes.
void keep_quotas(const Snapshot& before, Overlay& changes);

}  // namespace store
