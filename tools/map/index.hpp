#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/map/model.hpp"
#include "tools/text/words.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// Words of a node as the content table keeps them, with the node they belong to.
struct StoredWords {
    NodeId node;
    Words words;
};

std::string encode_words(const StoredWords& stored);
/// Erased content reads as a node that says so.
StoredWords decode_words(std::string_view text);

/// Puts a content number's words into the map's index or takes them out.
void index_words(store::WriteTxn& txn, store::Space space, const text::Analyzer& analyzer,
                 std::uint64_t content, const Words& words);
void unindex_words(store::WriteTxn& txn, store::Space space, std::uint64_t content);

/// Live nodes that share words with a text, best first, from a score on.
std::vector<Match> matching_nodes(const store::ReadTxn& txn, store::Space space,
                                  std::string_view text, std::size_t limit, double least = 0);
/// For each text the live nodes that say nearly the same, best first: only its own words
/// count, and the rarest of them bring the nodes.
std::vector<std::vector<NodeId>> similar_nodes(const store::ReadTxn& txn, store::Space space,
                                               std::span<const std::string> texts,
                                               std::size_t limit);

}  // namespace tools::map
