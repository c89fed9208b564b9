#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"
#include "tools/text/index.hpp"
#include "tools/text/rank.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tools::memory {

/// How facts are weighed: they are longer than the nodes of a map.
inline constexpr text::Bm25 fact_weights{.k1 = .9F, .b = .4F, .mean_length = 20};

/// Puts facts of one episode into the text index of their dataspace, and how they
/// stand among each other beside it.
void index_facts(store::WriteTxn& txn, store::Space space, const Episode& episode,
                 std::span<const Fact> facts);

/// The documents that the facts of one episode are in the text index.
std::vector<text::Document> documents_of(const Episode& episode, std::span<const Fact> facts);

/// True for a text that tells a time: a year, a month, a weekday, `yesterday`.
bool tells_time(std::string_view text);

}  // namespace tools::memory
