#include "store/error.hpp"
#include "store/hex.hpp"
#include "tools/map/archive_json.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/stored_map.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace tools::map {
namespace {

using Show = std::function<void(const Json& line)>;

/// A line of a map: one of the two stands in it.
struct MapLine {
    std::string map;
    std::optional<ArchivedRevision> revision;
    std::optional<ArchivedState> state;

    static constexpr auto fields() {
        return std::tuple{field("map", &MapLine::map, "its name"),
                          field("revision", &MapLine::revision, "what an update changed"),
                          field("state", &MapLine::state, "what no revision tells")};
    }
};

/// What a map's history alone brings back.
struct Replayed {
    std::map<NodeId, std::pair<std::uint64_t, std::uint64_t>> ages;  ///< born, changed
    std::set<NodeId> retired;

    void add(const Delta& delta) {
        for (const NodeChange& change : delta.nodes) {
            if (change.after) {
                ages[change.after->id] = {change.after->born, change.after->changed};
                retired.erase(change.after->id);
            } else {
                ages.erase(change.before->id);
                retired.insert(change.before->id);
            }
        }
    }
};

void add_digests(ArchivedState& to, const std::vector<std::uint64_t>& told) {
    for (const std::uint64_t digest : told) {
        store::Writer bytes;
        bytes.u64(digest);
        to.told.push_back(store::to_hex(bytes.str()));
    }
}

ArchivedState state_of(const store::ReadTxn& txn, store::Space space, const Replayed& replayed) {
    const Head head = read_head(txn, space);
    ArchivedState out;
    out.revision = static_cast<std::int64_t>(head.revision);
    out.turns = static_cast<std::int64_t>(head.turns);
    for (std::size_t type = 0; type < type_count; ++type)
        if (head.high.at(type) > 0)
            out.highest.push_back(
                to_string(NodeId{static_cast<NodeType>(type), head.high.at(type)}));
    add_digests(out, head.told);
    for (const NodeId id : retired_nodes(txn, space))
        if (!replayed.retired.contains(id)) out.retired.push_back(to_string(id));
    scan_nodes(txn, space, {}, [&](const Entry& entry) {
        const Node& node = entry.node;
        const auto known = replayed.ages.find(node.id);
        if (known == replayed.ages.end() || known->second != std::pair(node.born, node.changed))
            out.ages.push_back({to_string(node.id), static_cast<std::int64_t>(node.born),
                                static_cast<std::int64_t>(node.changed)});
        return true;
    });
    for (const Turn& turn : kept_answers(txn, space)) {
        store::Writer answer;
        encode(turn.answer, answer);
        out.answers.push_back({turn.turn, turn.content, store::to_hex(answer.str()),
                               static_cast<std::int64_t>(turn.sequence)});
    }
    return out;
}

Replayed replayed(const store::ReadTxn& txn, store::Space space) {
    Replayed out;
    scan_deltas(txn, space, [&](const Delta& delta) { out.add(delta); });
    return out;
}

void show_map(const store::ReadTxn& txn, const store::NamedSpace& map, const Show& show) {
    Replayed replayed;
    std::optional<std::string> before;
    scan_deltas(txn, map.space, [&](const Delta& delta) {
        replayed.add(delta);
        ArchivedRevision line = archived(delta);
        line.follows = std::exchange(before, line_digest(line));
        show(Type<MapLine>::write({map.name, std::move(line), std::nullopt}));
    });
    if (read_head(txn, map.space).revision == 0) return;
    show(Type<MapLine>::write({map.name, std::nullopt, state_of(txn, map.space, replayed)}));
}

void write_maps(const store::ReadTxn& txn, const Call& call, const Show& show) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    for (const auto& map :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::map, "", all)) {
        check_stop(call);
        show_map(txn, map, show);
    }
}

[[noreturn]] void refuse_map(const char* reason, const std::string& message) {
    throw store::Error(store::Code::conflict, "the line was not stored",
                       {{"", reason, message, "", {}}});
}

/// Fills in what stood before each change and sees that the delta fits what is stored:
/// nodes to remove are there, and so are the ends of edges.
class Following {
public:
    Following(const store::ReadTxn& txn, store::Space space, Delta& delta)
        : reader_(reader(txn, space)), delta_(delta) {}

    void check() {
        for (NodeChange& change : delta_.nodes) {
            const NodeId id = (change.after ? change.after : change.before)->id;
            if (!seen_.insert(id).second) refuse_map("twice", to_string(id) + " stands twice");
            change.before = node(id);
            if (!change.after && !change.before)
                refuse_map("unknown_node", to_string(id) + " is removed but not there");
            alive_[id] = change.after.has_value();
        }
        for (const Edge& edge : delta_.removed)
            if (!has(edge)) refuse_map("unknown_edge", to_string(edge) + " is not there");
        for (const Edge& edge : delta_.added)
            for (const NodeId end : {edge.from, edge.to})
                if (!is_there(end))
                    refuse_map("unknown_node", to_string(edge) + " has an end that is not there");
    }

private:
    std::optional<Node> node(NodeId id) {
        std::optional<Node> found = reader_.nodes({&id, 1}).front();
        if (found) found->words = reader_.words(*found);
        return found;
    }

    bool is_there(NodeId id) {
        const auto known = alive_.find(id);
        if (known != alive_.end()) return known->second;
        return alive_[id] = node(id).has_value();
    }

    bool has(const Edge& edge) {
        const NodeId from = edge.from;
        const auto entry = reader_.entries({&from, 1}).front();
        return entry && std::find(entry->out.begin(), entry->out.end(), edge) != entry->out.end();
    }

    Reader reader_;
    Delta& delta_;
    std::set<NodeId> seen_;
    std::map<NodeId, bool> alive_;
};

[[noreturn]] void refuse_other(std::uint64_t revision) {
    refuse_map("other_revision", "this map has another revision " + std::to_string(revision) +
                                     " here: import it into a store that has no map of this name");
}

/// Sees that what stands before is what the line followed where it comes from.
void check_follows(const store::ReadTxn& txn, store::Space space, const ArchivedRevision& line,
                   const Head& head) {
    if (!line.follows) return;
    const auto before = find_delta(txn, space, head.revision);
    if (!before || line_digest(archived(*before)) != *line.follows) refuse_other(head.revision);
}

/// True when this revision stands already, with the same content.
bool is_stored(const store::ReadTxn& txn, store::Space space, const ArchivedRevision& line,
               const Head& head) {
    const auto revision = static_cast<std::uint64_t>(line.revision);
    if (revision > head.revision) return false;
    const auto stored = find_delta(txn, space, revision);
    if (stored && line_digest(archived(*stored)) == line_digest(line)) return true;
    refuse_other(revision);
}

Taken take_revision(store::WriteTxn& txn, store::Space space, const ArchivedRevision& line) {
    Delta delta = restored(line);
    Head head = read_head(txn, space);
    if (is_stored(txn, space, line, head)) return Taken::stored_before;
    if (delta.first != head.revision + 1)
        refuse_map("missing_revision", "the map is at revision " + std::to_string(head.revision) +
                                           " here: the one after it is missing before this line");
    check_follows(txn, space, line, head);
    Following(txn, space, delta).check();
    head = counted(head, delta);
    head.revision = delta.revision;
    for (const NodeChange& change : delta.nodes)
        if (change.after) {
            auto& high = head.high.at(static_cast<std::size_t>(change.after->id.type));
            high = std::max(high, change.after->id.number);
        }
    write_delta(txn, space, head, delta);
    return Taken::stored;
}

Head head_after(Head head, const ArchivedState& line) {
    head.turns = std::max(head.turns, static_cast<std::uint64_t>(line.turns));
    for (const std::string& text : line.highest) {
        const NodeId id = restored_id(text, "/highest");
        auto& high = head.high.at(static_cast<std::size_t>(id.type));
        high = std::max(high, id.number);
    }
    head.told.clear();
    for (const std::string& text : line.told) {
        const std::string bytes = bytes_in_hex(text, "/told");
        store::Reader from(bytes);
        head.told.push_back(from.u64());
    }
    return head;
}

void take_ages(store::WriteTxn& txn, store::Space space, const ArchivedState& line) {
    const Reader read = reader(txn, space);
    for (const ArchivedAge& age : line.ages) {
        const NodeId id = restored_id(age.id, "/ages");
        auto node = read.nodes({&id, 1}).front();
        if (!node) refuse_map("unknown_node", age.id + " is not there");
        node->born = static_cast<std::uint64_t>(age.born);
        node->changed = static_cast<std::uint64_t>(age.changed);
        put_node(txn, space, *node);
    }
    for (const std::string& text : line.retired)
        retire_node(txn, space, restored_id(text, "/retired"));
}

void take_answers(store::WriteTxn& txn, store::Space space, const ArchivedState& line) {
    for (const ArchivedTurn& one : line.answers) {
        Turn turn{one.turn, one.content, {}, static_cast<std::uint64_t>(one.sequence)};
        const std::string bytes = bytes_in_hex(one.answer, "/answers");
        store::Reader from(bytes);
        decode(from, turn.answer);
        write_turn(txn, space, turn);
    }
}

Taken take_state(store::WriteTxn& txn, store::Space space, const ArchivedState& line) {
    const Head head = read_head(txn, space);
    const auto revision = static_cast<std::uint64_t>(line.revision);
    if (head.revision > revision) return Taken::stored_before;
    if (head.revision < revision)
        refuse_map("missing_revision", "the map is at revision " + std::to_string(head.revision) +
                                           " here: those up to " + std::to_string(revision) +
                                           " are missing before this line");
    const Json known = Type<ArchivedState>::write(state_of(txn, space, replayed(txn, space)));
    if (known == Type<ArchivedState>::write(line)) return Taken::stored_before;
    take_ages(txn, space, line);
    take_answers(txn, space, line);
    write_head(txn, space, head_after(head, line));
    return Taken::stored;
}

Taken take_map(store::WriteTxn& txn, const Call& call, const Json& json) {
    const MapLine line = bind<MapLine>(json);
    if (line.revision.has_value() == line.state.has_value())
        throw store::Error(store::Code::invalid, "expected one of revision and state beside map");
    const store::Space space =
        store::make_space(txn, call.principal.tenant, store::SpaceKind::map, line.map);
    return line.revision ? take_revision(txn, space, *line.revision)
                         : take_state(txn, space, *line.state);
}

constexpr std::array archive_tools{ArchiveRow{"map", write_maps, take_map}};

}  // namespace

constinit const Rows<ArchiveRow> archive_rows = archive_tools;

}  // namespace tools::map
