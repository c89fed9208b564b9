#include "store/journal.hpp"

#include "store/table.hpp"

namespace store {

void encode(const Change& change, Writer& out) {
    out.u32(change.space.number).u8(static_cast<std::uint8_t>(change.kind));
    out.u64(change.revision.value);
}

void decode(Reader& in, Change& change) {
    change.space.number = in.u32();
    change.kind = SpaceKind{in.u8()};
    change.revision.value = in.u64();
}

namespace {

constexpr std::uint64_t trim_step = 256;  ///< trimmed in lots: most writes then dirty one page

constexpr Records<Change> log{Table::change};

Key log_of(std::uint32_t tenant) {
    return Key({tenant, 0}, Table::change);
}

std::string log_key(std::uint32_t tenant, std::uint64_t sequence) {
    return log_of(tenant).u64(sequence).str();
}

/// The sequence number at one end of the log, or 0 for an empty one.
std::uint64_t end_of_log(const ReadTxn& txn, std::uint32_t tenant, bool newest) {
    std::uint64_t sequence = 0;
    txn.scan(log_of(tenant).range(), {.limit = 1, .reverse = newest},
             [&](std::string_view key, std::string_view) {
                 sequence = parts(key).u64();
                 return true;
             });
    return sequence;
}

}  // namespace

std::uint64_t next_change(const ReadTxn& txn, std::uint32_t tenant) {
    return end_of_log(txn, tenant, true) + 1;
}

void log_change(WriteTxn& txn, Space space, SpaceKind kind, Revision revision) {
    const std::uint64_t sequence = next_change(txn, space.tenant);
    log.put(txn, log_of(space.tenant).u64(sequence), {sequence, space, kind, revision});
    if (sequence % trim_step != 0 || sequence <= kept_changes) return;
    const std::uint64_t oldest = sequence - kept_changes + 1;
    txn.erase_range({log_of(space.tenant).str(), log_key(space.tenant, oldest)});
}

Changes changes_since(const ReadTxn& txn, std::uint32_t tenant, std::uint64_t sequence) {
    Changes found;
    found.next = next_change(txn, tenant);
    const std::uint64_t oldest = end_of_log(txn, tenant, false);
    found.lost = sequence > found.next || (sequence < oldest && oldest > 1);
    Range range = log_of(tenant).range();
    range.low = log_key(tenant, sequence);
    log.scan(txn, range, {}, [&](std::string_view key, Change change) {
        change.sequence = parts(key).u64();
        change.space.tenant = tenant;
        found.changes.push_back(change);
        return true;
    });
    return found;
}

}  // namespace store
