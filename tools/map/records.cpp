#include "tools/map/records.hpp"

#include "store/error.hpp"

namespace tools::map {

void encode_id(NodeId id, store::Writer& to) {
    to.u8(static_cast<std::uint8_t>(id.type)).u32(id.number);
}

NodeId decode_id(store::Reader& from) {
    const std::uint8_t type = from.u8();
    if (type >= type_count) throw store::Error(store::Code::corrupt, "an unknown node type");
    return {static_cast<NodeType>(type), from.u32()};
}

namespace {

template <class E>
void encode_word(const std::optional<E>& value, store::Writer& to) {
    to.u8(value ? static_cast<std::uint8_t>(static_cast<unsigned>(*value) + 1U) : std::uint8_t{0});
}

template <class E>
void decode_word(store::Reader& from, std::optional<E>& value) {
    const std::uint8_t byte = from.u8();
    if (byte > names(E{}).size()) throw store::Error(store::Code::corrupt, "an unknown word");
    if (byte > 0) value = static_cast<E>(byte - 1);
}

void encode_edge(const Edge& edge, store::Writer& to) {
    encode_id(edge.from, to);
    to.u8(static_cast<std::uint8_t>(edge.kind));
    encode_id(edge.to, to);
}

Edge decode_edge(store::Reader& from) {
    const NodeId source = decode_id(from);
    const std::uint8_t kind = from.u8();
    if (kind >= edge_kinds) throw store::Error(store::Code::corrupt, "an unknown edge kind");
    return {source, static_cast<EdgeKind>(kind), decode_id(from)};
}

}  // namespace

void encode(const Head& head, store::Writer& to) {
    to.varint(head.revision);
    for (const std::uint32_t number : head.high)
        to.varint(number);
    to.varint(head.nodes).varint(head.edges).varint(head.goals).varint(head.tasks);
    to.varint(head.questions).varint(head.risks).varint(head.turns);
    to.varint(head.told.size());
    for (const std::uint64_t line : head.told)
        to.u64(line);
}

void decode(store::Reader& from, Head& head) {
    head.revision = from.varint();
    for (std::uint32_t& number : head.high)
        number = static_cast<std::uint32_t>(from.varint());
    for (std::uint64_t* count : {&head.nodes, &head.edges, &head.goals, &head.tasks,
                                 &head.questions, &head.risks, &head.turns})
        *count = from.varint();
    head.told.resize(static_cast<std::size_t>(from.varint() & 0xFFU));
    for (std::uint64_t& line : head.told)
        line = from.u64();
}

void encode(const Node& node, store::Writer& to) {
    encode_word(node.status, to);
    encode_word(node.source, to);
    encode_word(node.confidence, to);
    to.varint(node.born).varint(node.changed).varint(node.content);
}

void decode(store::Reader& from, Node& node) {
    decode_word(from, node.status);
    decode_word(from, node.source);
    decode_word(from, node.confidence);
    node.born = from.varint();
    node.changed = from.varint();
    node.content = from.varint();
}

namespace {

void encode_nodes(const Delta& delta, store::Writer& to) {
    to.varint(delta.nodes.size());
    for (const NodeChange& change : delta.nodes) {
        encode_id((change.after ? change.after : change.before)->id, to);
        to.u8(static_cast<std::uint8_t>((change.before ? 1 : 0) + (change.after ? 2 : 0)));
        if (change.before) encode(*change.before, to);
        if (change.after) encode(*change.after, to);
    }
}

void decode_nodes(store::Reader& from, Delta& delta) {
    for (std::uint64_t left = from.varint(); left > 0; --left) {
        NodeChange change;
        const NodeId id = decode_id(from);
        const std::uint8_t sides = from.u8();
        for (auto* side : {&change.before, &change.after}) {
            if ((sides & (side == &change.before ? 1U : 2U)) == 0) continue;
            decode(from, side->emplace());
            (*side)->id = id;
        }
        delta.nodes.push_back(std::move(change));
    }
}

void encode_edges(const std::vector<Edge>& edges, store::Writer& to) {
    to.varint(edges.size());
    for (const Edge& edge : edges)
        encode_edge(edge, to);
}

void decode_edges(store::Reader& from, std::vector<Edge>& edges) {
    for (std::uint64_t left = from.varint(); left > 0; --left)
        edges.push_back(decode_edge(from));
}

}  // namespace

void encode(const Delta& delta, store::Writer& to) {
    to.varint(delta.first).varint(delta.revision).u64(static_cast<std::uint64_t>(delta.time));
    encode_nodes(delta, to);
    encode_edges(delta.added, to);
    encode_edges(delta.removed, to);
    encode_edges(delta.telling, to);
    encode_edges(delta.intended, to);
    encode_edges(delta.stayed, to);
    to.varint(delta.moved.size());
    for (const MovedEdge& move : delta.moved) {
        encode_edge(move.from, to);
        encode_edge(move.to, to);
    }
    to.varint(delta.merged.size());
    for (const MergedNode& merge : delta.merged) {
        encode_id(merge.node, to);
        encode_id(merge.into, to);
    }
}

void decode(store::Reader& from, Delta& delta) {
    delta.first = from.varint();
    delta.revision = from.varint();
    delta.time = static_cast<std::int64_t>(from.u64());
    decode_nodes(from, delta);
    decode_edges(from, delta.added);
    decode_edges(from, delta.removed);
    decode_edges(from, delta.telling);
    decode_edges(from, delta.intended);
    decode_edges(from, delta.stayed);
    for (std::uint64_t left = from.varint(); left > 0; --left) {
        const Edge was = decode_edge(from);
        delta.moved.push_back({was, decode_edge(from)});
    }
    for (std::uint64_t left = from.varint(); left > 0; --left) {
        const NodeId node = decode_id(from);
        delta.merged.push_back({node, decode_id(from)});
    }
}

void encode(const Turn& turn, store::Writer& to) {
    to.text(turn.turn).text(turn.content).varint(turn.sequence);
    encode(turn.answer, to);
}

void decode(store::Reader& from, Turn& turn) {
    turn.turn = from.text();
    turn.content = from.text();
    turn.sequence = from.varint();
    decode(from, turn.answer);
}

}  // namespace tools::map
