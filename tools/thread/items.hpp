#pragma once

#include "tools/thread/view.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tools::thread {

/// The SHA-256 that names a node (D3): of its content, of the ids of what it depends on, and of
/// the digest of the version it is made on where that counts.
std::string node_id(const View& view, const Node& node, const Words& words,
                    std::string_view on_version);

/// The SHA-256 of a version: of the one it starts from, its heads and what it adds, rising.
std::string version_digest(const View& view, std::string_view base, std::span<const Number> heads,
                           std::span<const Number> added);

/// The node of this whole id, in whichever version; nothing where there is none.
std::optional<Number> number_of(const store::ReadTxn& txn, store::Space space, std::string_view id);

Head read_head(const store::ReadTxn& txn, store::Space space);
void write_head(store::WriteTxn& txn, store::Space space, const Head& head);

/// Puts a node or link with its number into the thread, in no version yet.
void write_node(store::WriteTxn& txn, store::Space space, Node node, const Words& words);
void write_link(store::WriteTxn& txn, store::Space space, const Link& link);

/// Takes out what an import put in that did not come to a version.
void drop_pending(store::WriteTxn& txn, store::Space space, std::int64_t now);

}  // namespace tools::thread
