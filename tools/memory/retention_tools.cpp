#include "tools/memory/dataspace.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/retention.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"

#include <array>

namespace tools::memory {
namespace {

/// One transaction of retiring; true where another one is due.
bool retire_some(store::WriteTxn& txn, const Call& call, const std::string& name,
                 std::int64_t days) {
    const auto space =
        store::find_space(txn, call.principal.tenant, store::SpaceKind::dataspace, name);
    if (!space) return false;
    Head head = read_head(txn, *space);
    const EpisodeId before = head.aged;
    const bool more = retire_old(txn, *space, head, days, call.clock());
    if (head.aged != before) commit_head(txn, *space, head, call.clock());
    return more;
}

void retire_at_start(store::Store& store, const Call& call) {
    for (const auto& kept : call.settings.retain_days)
        while (store.write([&](store::WriteTxn& txn) {
            return retire_some(txn, call, kept.first, kept.second);
        })) {
        }
}

constexpr std::array retention_tools{UpkeepRow{retire_at_start}};

}  // namespace

constinit const Rows<UpkeepRow> upkeep_rows = retention_tools;

}  // namespace tools::memory
