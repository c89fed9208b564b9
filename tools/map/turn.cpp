#include "store/table.hpp"
#include "tools/map/stored_map.hpp"

#include <algorithm>

namespace tools::map {
namespace {

using store::Key;
using store::Table;

constexpr store::Records<Turn> turns{Table::map_turn};

Key turn_key(store::Space space, std::string_view turn) {
    Key key(space, Table::map_turn);
    key.u8(0).text(turn.substr(0, 200));
    return key;
}

Key sequence_key(store::Space space, std::uint64_t sequence) {
    Key key(space, Table::map_turn);
    key.u8(1).u64(sequence);
    return key;
}

}  // namespace

std::optional<Turn> find_turn(const store::ReadTxn& txn, store::Space space,
                              std::string_view turn) {
    auto found = turns.find(txn, turn_key(space, turn));
    if (found && found->turn != turn) return std::nullopt;
    return found;
}

void write_turn(store::WriteTxn& txn, store::Space space, const Turn& turn) {
    turns.put(txn, turn_key(space, turn.turn), turn);
    turns.put(txn, sequence_key(space, turn.sequence), {turn.turn, "", {}, turn.sequence});
    if (turn.sequence < kept_turns) return;
    const Key old_key = sequence_key(space, turn.sequence - kept_turns);
    const auto old = turns.find(txn, old_key);
    if (!old) return;
    const auto first = turns.find(txn, turn_key(space, old->turn));
    if (first && first->sequence == old->sequence) txn.erase(turn_key(space, old->turn).str());
    txn.erase(old_key.str());
}

std::vector<Turn> kept_answers(const store::ReadTxn& txn, store::Space space) {
    std::vector<Turn> out;
    Key sequences(space, Table::map_turn);
    sequences.u8(1);
    turns.scan(txn, sequences.range(), {}, [&](std::string_view /*key*/, const Turn& one) {
        auto found = find_turn(txn, space, one.turn);
        if (found && found->sequence == one.sequence) out.push_back(*std::move(found));
        return true;
    });
    return out;
}

}  // namespace tools::map
