#include "tools/projection/records.hpp"

#include "store/journal.hpp"
#include "store/table.hpp"
#include "tools/projection/refusal.hpp"

#include <algorithm>
#include <limits>

namespace tools::projection {
namespace {

using store::Key;
using store::Table;

/// The snapshot and what names it.
struct Snapshot {
    std::int64_t schema = schema_version;
    Selection selection;
    std::string digest;
};

template <class T, class Encode>
void encode_list(const std::vector<T>& list, store::Writer& out, Encode one) {
    out.varint(list.size());
    for (const T& item : list)
        one(item, out);
}

template <class T, class Decode>
void decode_list(store::Reader& in, std::vector<T>& list, Decode one) {
    const std::uint64_t size = in.varint();
    for (std::uint64_t i = 0; i < size; ++i)
        one(in, list.emplace_back());
}

void encode_text(const std::string& text, store::Writer& out) {
    out.text(text);
}

void decode_text(store::Reader& in, std::string& text) {
    text = in.text();
}

void encode_maybe(const std::optional<std::string>& text, store::Writer& out) {
    out.u8(text ? 1 : 0);
    if (text) out.text(*text);
}

void decode_maybe(store::Reader& in, std::optional<std::string>& text) {
    if (in.u8() != 0) text = std::string(in.text());
}

void encode_ids(const std::optional<std::vector<std::string>>& ids, store::Writer& out) {
    out.u8(ids ? 1 : 0);
    if (ids) encode_list(*ids, out, encode_text);
}

void decode_ids(store::Reader& in, std::optional<std::vector<std::string>>& ids) {
    if (in.u8() != 0) decode_list(in, ids.emplace(), decode_text);
}

void encode_source(const Source& source, store::Writer& out) {
    out.text(source.ref).text(source.sha256);
}

void decode_source(store::Reader& in, Source& source) {
    source.ref = in.text();
    source.sha256 = in.text();
}

void encode_summary(const Summary& summary, store::Writer& out) {
    out.text(summary.id).u8(static_cast<std::uint8_t>(summary.role)).text(summary.text);
    encode_maybe(summary.memory_ref, out);
}

void decode_summary(store::Reader& in, Summary& summary) {
    summary.id = in.text();
    summary.role = static_cast<Role>(std::min<std::uint8_t>(in.u8(), 2));
    summary.text = in.text();
    decode_maybe(in, summary.memory_ref);
}

void encode_branch(const Branch& branch, store::Writer& out) {
    out.text(branch.id).u64(static_cast<std::uint64_t>(branch.source_revision));
    encode_maybe(branch.parent, out);
    encode_list(branch.sources, out, encode_source);
    encode_list(branch.summaries, out, encode_summary);
}

void decode_branch(store::Reader& in, Branch& branch) {
    branch.id = in.text();
    branch.source_revision = static_cast<std::int64_t>(in.u64());
    decode_maybe(in, branch.parent);
    decode_list(in, branch.sources, decode_source);
    decode_list(in, branch.summaries, decode_summary);
}

void encode(const Snapshot& snapshot, store::Writer& out) {
    const Selection& selection = snapshot.selection;
    out.u8(static_cast<std::uint8_t>(snapshot.schema)).text(snapshot.digest);
    out.text(selection.corpus).u64(static_cast<std::uint64_t>(selection.revision));
    encode_list(selection.branches, out, encode_branch);
    encode_ids(selection.exclude, out);
    encode_ids(selection.restore, out);
}

void decode(store::Reader& in, Snapshot& snapshot) {
    Selection& selection = snapshot.selection;
    snapshot.schema = in.u8();
    demand(snapshot.schema == schema_version, Fault::state_schema);
    snapshot.digest = in.text();
    selection.corpus = in.text();
    selection.revision = static_cast<std::int64_t>(in.u64());
    decode_list(in, selection.branches, decode_branch);
    decode_ids(in, selection.exclude);
    decode_ids(in, selection.restore);
}

constexpr store::Records<Snapshot> snapshots{Table::projection_state};
constexpr store::Records<HighWater> marks{Table::projection_highwater};
constexpr store::Records<Tombstone> stones{Table::projection_tombstone};

/// The records of a table under the branches they belong to.
template <class T>
std::map<std::string, T> by_branch(const store::ReadTxn& txn, store::Space space,
                                   const store::Records<T>& records) {
    std::map<std::string, T> out;
    records.scan(txn, Key(space, records.table).range(), {}, [&](std::string_view key, T value) {
        out.emplace_hint(out.end(), store::parts(key).rest(), std::move(value));
        return true;
    });
    return out;
}

bool same(const HighWater& a, const HighWater& b) {
    return a.source_revision == b.source_revision && a.content_hash == b.content_hash;
}

bool same(const Tombstone& a, const Tombstone& b) {
    return a.at_revision == b.at_revision && a.last_source_revision == b.last_source_revision;
}

template <class T>
void put_changes(store::WriteTxn& txn, store::Space space, const store::Records<T>& records,
                 const std::map<std::string, T>& wanted) {
    const auto stored = by_branch(txn, space, records);
    for (const auto& [branch, value] : wanted) {
        const auto at = stored.find(branch);
        if (at == stored.end() || !same(at->second, value))
            records.put(txn, Key(space, records.table).tail(branch), value);
    }
    for (const auto& [branch, value] : stored)
        if (!wanted.contains(branch)) txn.erase(Key(space, records.table).tail(branch).str());
}

}  // namespace

void encode(const HighWater& mark, store::Writer& out) {
    out.u64(static_cast<std::uint64_t>(mark.source_revision)).text(mark.content_hash);
}

void decode(store::Reader& in, HighWater& mark) {
    mark.source_revision = static_cast<std::int64_t>(in.u64());
    mark.content_hash = in.text();
}

void encode(const Tombstone& stone, store::Writer& out) {
    out.u64(static_cast<std::uint64_t>(stone.at_revision));
    out.u64(static_cast<std::uint64_t>(stone.last_source_revision));
}

void decode(store::Reader& in, Tombstone& stone) {
    stone.at_revision = static_cast<std::int64_t>(in.u64());
    stone.last_source_revision = static_cast<std::int64_t>(in.u64());
}

std::optional<State> find_state(const store::ReadTxn& txn, const store::Reach& reach,
                                const std::string& corpus) {
    const auto space = store::find_space(txn, reach, store::SpaceKind::corpus, corpus);
    if (!space) return std::nullopt;
    auto snapshot = snapshots.find(txn, Key(*space, Table::projection_state));
    if (!snapshot) return std::nullopt;
    return State{std::move(snapshot->selection), std::move(snapshot->digest),
                 by_branch(txn, *space, marks), by_branch(txn, *space, stones)};
}

void put_state(store::WriteTxn& txn, const store::Reach& reach, const State& state) {
    const store::Space space =
        store::make_space(txn, reach, store::SpaceKind::corpus, state.selection.corpus);
    snapshots.put(txn, Key(space, Table::projection_state),
                  {schema_version, state.selection, state.digest});
    put_changes(txn, space, marks, state.high_water);
    put_changes(txn, space, stones, state.tombstones);
    store::log_change(txn, space, store::SpaceKind::corpus,
                      {static_cast<std::uint64_t>(state.selection.revision)});
}

}  // namespace tools::projection
