#include "tools/map/open_nodes.hpp"

#include "store/table.hpp"

#include <string>
#include <utility>

namespace tools::map {
namespace {

constexpr std::uint8_t marks_version = 1;
constexpr std::uint32_t block_size = 512;  ///< nodes a record: at most 64 bytes of bits

store::Key type_key(store::Space space, NodeType type) {
    return std::move(store::Key(space, store::Table::map_open).u8(static_cast<std::uint8_t>(type)));
}

/// A bit a node, the lowest number first; no zero byte at the end.
std::string bits_of(std::string_view key, std::string_view record) {
    return std::string(store::unseal(key, record, store::Table::map_open, marks_version));
}

bool is_set(std::string_view bits, std::uint32_t bit) {
    return ((static_cast<unsigned char>(bits[bit / 8]) >> (bit % 8)) & 1U) != 0;
}

}  // namespace

std::vector<NodeId> open_nodes(const store::ReadTxn& txn, store::Space space, NodeType type,
                               OpenAsked asked) {
    std::vector<NodeId> out;
    const bool newest = asked.first == First::newest;
    txn.scan(type_key(space, type).range(), {.reverse = newest},
             [&](std::string_view key, std::string_view record) {
                 store::Reader parts = store::parts(key);
                 parts.u8();
                 const std::uint32_t first = parts.u32() * block_size;
                 const std::string bits = bits_of(key, record);
                 const auto size = static_cast<std::uint32_t>(8 * bits.size());
                 for (std::uint32_t i = 0; i < size && out.size() < asked.limit; ++i) {
                     const std::uint32_t bit = newest ? size - 1 - i : i;
                     if (is_set(bits, bit)) out.push_back({type, first + bit});
                 }
                 return out.size() < asked.limit;
             });
    return out;
}

void mark_open(store::WriteTxn& txn, store::Space space, NodeId id, bool open) {
    store::Key key = type_key(space, id.type);
    key.u32(id.number / block_size);
    const auto record = txn.get(key.str());
    std::string bits = record ? bits_of(key.str(), *record) : std::string();
    const std::uint32_t bit = id.number % block_size;
    if (bits.size() <= bit / 8) bits.resize(bit / 8 + 1);
    const auto mask = static_cast<char>(1U << (bit % 8));
    char& byte = bits[bit / 8];
    byte = static_cast<char>(open ? byte | mask : byte & ~mask);
    bits.erase(bits.find_last_not_of('\0') + 1);
    if (bits.empty())
        txn.erase(key.str());
    else
        txn.put(key.str(), store::seal(key.str(), marks_version, bits));
}

}  // namespace tools::map
