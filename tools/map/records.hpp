#pragma once

#include "store/bytes.hpp"
#include "tools/map/answer.hpp"
#include "tools/map/delta.hpp"
#include "tools/map/model.hpp"

#include <cstdint>
#include <string>

namespace tools::map {

/// The first answer of an update that named a turn (CM13).
struct Turn {
    std::string turn;
    std::string content;  ///< digest of what was sent
    Answer answer;
    std::uint64_t sequence = 0;
};

/// How a map's records stand in the store. Nodes leave out their id, which is
/// in the key, and their words, which stand in the content table.

void encode_id(NodeId id, store::Writer& to);
NodeId decode_id(store::Reader& from);

void encode(const Head& head, store::Writer& to);
void decode(store::Reader& from, Head& head);
void encode(const Node& node, store::Writer& to);
void decode(store::Reader& from, Node& node);
void encode(const Delta& delta, store::Writer& to);
void decode(store::Reader& from, Delta& delta);
void encode(const Turn& turn, store::Writer& to);
void decode(store::Reader& from, Turn& turn);

}  // namespace tools::map
