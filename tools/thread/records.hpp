#pragma once

#include "store/bytes.hpp"
#include "tools/thread/candidate.hpp"
#include "tools/thread/model.hpp"

#include <string>
#include <string_view>

namespace tools::thread {

/// Pairs for the records of layout.hpp. What stands in the key is not repeated.
void encode(const Head& head, store::Writer& to);
void decode(store::Reader& from, Head& head);
void encode(const Node& node, store::Writer& to);
void decode(store::Reader& from, Node& node);
/// What a candidate takes of the record of a node; the texts are views into it.
void decode(store::Reader& from, Candidate& one, ToolTexts& texts);
void encode(const Link& link, store::Writer& to);
void decode(store::Reader& from, Link& link);
void encode(const Version& version, store::Writer& to);
void decode(store::Reader& from, Version& version);

/// The texts of a node as one text of the content table.
std::string words_text(const Words& words);
/// Texts that were erased read as `[erased]`.
Words read_words(std::string_view text);

/// 64 hex digits as 32 bytes; the digits of a shorter text in pairs, the last
/// odd one left out.
std::string raw_id(std::string_view hex);

}  // namespace tools::thread
