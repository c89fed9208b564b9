#include "store/quota.hpp"

#include "store/engine.hpp"
#include "store/error.hpp"
#include "store/overlay.hpp"
#include "store/table.hpp"

#include <string>
#include <utility>
#include <vector>

namespace store {

void encode(const Quota& quota, Writer& out) {
    for (const Holding* holding : {&quota.most, &quota.held})
        out.u64(holding->bytes).u64(holding->nodes);
}

void decode(Reader& in, Quota& quota) {
    for (Holding* holding : {&quota.most, &quota.held}) {
        holding->bytes = in.u64();
        holding->nodes = in.u64();
    }
}

namespace {

constexpr std::size_t head_bytes = 9;      ///< of a key: tenant, space, table
constexpr std::size_t map_node_bytes = 5;  ///< longer parts are of its edges

constexpr Records<Quota> quotas{Table::quota};

Key quota_key(std::uint32_t tenant) {
    return {{tenant, 0}, Table::quota};
}

bool is_node(std::string_view key) {
    if (key.size() < head_bytes) return false;
    const Table table{static_cast<std::uint8_t>(key[head_bytes - 1])};
    if (table == Table::map_node) return key.size() == head_bytes + map_node_bytes;
    return table == Table::memory_episode || table == Table::thread_node;
}

/// What one record counts for; its absence nothing.
Holding weight(std::string_view key, std::optional<std::string_view> value) {
    if (!value) return {};
    return {key.size() + value->size(), is_node(key) ? 1U : 0U};
}

Holding count_all(const ReadTxn& txn, std::uint32_t tenant) {
    Holding out;
    const std::string own = quota_key(tenant).str();
    txn.scan(prefix_range(Writer().u32(tenant).str()), {},
             [&](std::string_view key, std::string_view value) {
                 const Holding one = key == own ? Holding() : weight(key, value);
                 out.bytes += one.bytes;
                 out.nodes += one.nodes;
                 return true;
             });
    return out;
}

/// `spare`: what may be added although it is full.
void refuse_more(const char* what, std::uint64_t most, std::uint64_t held, std::uint64_t then,
                 std::uint64_t spare) {
    if (most == 0 || then <= most || then <= held + spare) return;
    const std::string text = "this tenant may hold " + std::to_string(most) + " " + what +
                             ", holds " + std::to_string(held) + ", and this call would add " +
                             std::to_string(then - held);
    throw Error(Code::limit, text,
                {{"", "quota",
                  "nothing of this call was stored: send less, or tell the user that the operator "
                  "can raise the quota or erase what is not needed",
                  "", std::nullopt}});
}

/// What a call leaves a limited tenant with.
struct Tally {
    std::uint32_t tenant;
    Quota quota;
    Holding then;

    void count(const Holding& before, const Holding& after) {
        then.bytes += after.bytes - before.bytes;
        then.nodes += after.nodes - before.nodes;
    }
};

}  // namespace

void set_quota(WriteTxn& txn, std::string_view tenant, const Holding& most) {
    const auto number = make_tenant(txn, tenant);
    const auto known = quotas.find(txn, quota_key(number));
    quotas.put(txn, quota_key(number), {most, known ? known->held : count_all(txn, number)});
}

std::optional<Quota> find_quota(const ReadTxn& txn, std::string_view tenant) {
    const auto number = find_tenant(txn, tenant);
    if (!number) return std::nullopt;
    return quotas.find(txn, quota_key(*number));
}

void keep_quotas(const Snapshot& before, Overlay& changes) {
    const ReadTxn txn(before);
    std::optional<std::uint32_t> at;  // keys of one tenant follow each other
    std::vector<Tally> tallies;
    bool limited = false;
    changes.each([&](std::string_view key, const Overlay::Value& value) {
        if (key.size() < head_bytes) return;
        const std::uint32_t tenant = Reader(key).u32();
        if (std::exchange(at, tenant) != tenant) {
            const Key own = quota_key(tenant);
            const auto quota = changes.find(own.str()) ? std::nullopt : quotas.find(txn, own);
            limited = quota.has_value();
            if (limited) tallies.push_back({tenant, *quota, quota->held});
        }
        if (limited) tallies.back().count(weight(key, txn.get(key)), weight(key, value));
    });
    const Holding spare = changes.takes_away() ? taking_away : Holding();
    for (Tally& tally : tallies) {
        refuse_more("bytes", tally.quota.most.bytes, tally.quota.held.bytes, tally.then.bytes,
                    spare.bytes);
        refuse_more("nodes and episodes", tally.quota.most.nodes, tally.quota.held.nodes,
                    tally.then.nodes, spare.nodes);
        tally.quota.held = tally.then;
        WriteTxn write(before, changes);
        quotas.put(write, quota_key(tally.tenant), tally.quota);
    }
}

}  // namespace store
