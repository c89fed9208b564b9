#pragma once

#include "store/table.hpp"
#include "tools/thread/records.hpp"

#include <utility>

namespace tools::thread {

/// Where each record of a thread stands.
inline constexpr store::Records<Head> head_records{store::Table::thread_head};
inline constexpr store::Records<Node> node_records{store::Table::thread_node};
inline constexpr store::Records<Link> link_records{store::Table::thread_link};
inline constexpr store::Records<Version> version_records{store::Table::thread_version};

inline store::Key numbered_key(store::Space space, store::Table table, std::uint64_t number) {
    return std::move(store::Key(space, table).u64(number));
}

inline store::Key named_key(store::Space space, store::Table table, std::string_view name) {
    return std::move(store::Key(space, table).tail(name));
}

inline store::Key arcs_key(store::Space space, Number node, std::uint8_t side) {
    return std::move(store::Key(space, store::Table::thread_arc).u64(node).u8(side));
}

/// In table thread_tied: says that every tied node of the thread has its mark.
inline constexpr Number all_ties = 0;

/// A record that is one number.
struct Numbered {
    std::uint64_t number = 0;
};

inline void encode(const Numbered& value, store::Writer& to) {
    to.varint(value.number);
}

inline void decode(store::Reader& from, Numbered& value) {
    value.number = from.varint();
}

inline constexpr store::Records<Numbered> id_records{store::Table::thread_id};
inline constexpr store::Records<Numbered> branch_records{store::Table::thread_branch};

}  // namespace tools::thread
